// Readers of vector files: .tv, ACVP JSON, Wycheproof JSON and the JSON documents of specifications, each also
// compressed with gzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kat/record.h"

namespace lydite::lab::kat {

// A vector file that is malformed, incomplete or too large. what() is "file:line: reason".
struct ParseError : std::runtime_error {
  // Line 0: the whole file.
  ParseError(std::string_view file, std::size_t line, std::string_view reason);
};

inline constexpr std::size_t max_stored_size = std::size_t{64} << 20;
inline constexpr std::size_t max_text_size = std::size_t{256} << 20;  // after decompression

struct VectorFile {
  std::string source;           // relative to the vector folder: "mlkem/acvp-keygen.tv.gz"
  std::string sha256;           // of the file as stored
  std::vector<Record> records;  // none if the format is unknown; a known format without records is an error
  std::string note;             // why there are no records
};

// Reads a file that is in memory already. The source tells its format by its ending.
[[nodiscard]] VectorFile parse(std::string_view source, std::span<const std::uint8_t> bytes);

struct Loaded {
  std::vector<VectorFile> files;    // by name
  std::vector<std::string> errors;  // of files that could not be read
};

// Reads one file, or all files below a folder. Throws std::runtime_error if there is nothing at `path`; an empty
// folder is an error in the result.
[[nodiscard]] Loaded load(const std::filesystem::path& path);

// The project's own vectors, which the build puts into the binary. Read once.
[[nodiscard]] const std::vector<VectorFile>& embedded_vectors();

// --- Formats; each throws ParseError -------------------------------------------------------------------------------

[[nodiscard]] std::vector<Record> parse_tv(std::string_view source, std::string_view text);
// With the answers of a second document where `text` holds questions only ("prompt" and "expectedResults"), else empty.
[[nodiscard]] VectorFile parse_json(std::string_view source, std::string_view text, std::string_view answers);
[[nodiscard]] std::string gunzip(std::string_view source, std::span<const std::uint8_t> bytes);

}  // namespace lydite::lab::kat
