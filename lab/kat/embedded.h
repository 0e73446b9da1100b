// The project's vector files as the build put them into the binary.
#pragma once

#include <span>
#include <string_view>

namespace lydite::lab::kat {

struct EmbeddedFile {
  std::string_view source;  // "mlkem/decaps.tv"
  std::string_view content;
};
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace lydite::lab::kat
