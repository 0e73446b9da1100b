// The readers of vector files. The first byte chooses the name of the file, and so its format.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "lab/kat/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::lab;
  if (size == 0) return 0;
  constexpr const char* names[] = {"mlkem/a.tv", "mlkem/a.tv.gz", "mlkem/a.json", "mlkem/a.json.gz", "mlkem/a.bin"};
  try {
    const kat::VectorFile file = kat::parse(names[data[0] % 5], {data + 1, size - 1});
    // A file of a known format without records would be a gate that nothing fails.
    if (file.records.empty() && file.note.empty()) std::abort();
    for (const kat::Record& record : file.records)
      for (const auto& [name, value] : record.fields) {
        const auto bytes = record.bytes(name);
        if (bytes && 2 * bytes->size() != value.size()) std::abort();
        (void)record.integer(name);
      }
  } catch (const kat::ParseError&) {
    // The only way in which a reader may refuse a file.
  }
  return 0;
}
