// SHA-256 of bytes and files, as the evidence names them: 64 lower-case hexadecimal digits.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lydite::lab::evidence {

[[nodiscard]] std::string sha256(std::string_view bytes);
// Throws std::system_error if the file cannot be read to its end.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace lydite::lab::evidence
