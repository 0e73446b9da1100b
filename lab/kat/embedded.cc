#include "lab/kat/embedded.h"

#include "lab/kat/reader.h"

namespace lydite::lab::kat {
namespace {

std::vector<VectorFile> parse_all() {
  std::vector<VectorFile> files;
  for (const EmbeddedFile& file : embedded_files()) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.content.data());
    files.push_back(parse(file.source, {bytes, file.content.size()}));
  }
  return files;
}

}  // namespace

const std::vector<VectorFile>& embedded_vectors() {
  static const std::vector<VectorFile> files = parse_all();
  return files;
}

}  // namespace lydite::lab::kat
