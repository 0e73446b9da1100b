// Files and pipes of a command: inputs of bounded length, outputs that appear whole or not at all.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/buffer.h"

namespace lydite::cli {

// All bytes of a file, or of standard input for "-". Throws std::system_error that names the file, or
// std::runtime_error if it holds more than `limit` bytes.
[[nodiscard]] Buffer read_input(const std::string& path, std::size_t limit);

struct Output {
  std::string option, path;  // "--dk"; "-" is standard output
  bool secret = false;
  Buffer bytes;
};
struct OutputRules {
  bool force = false;         // existing files may be replaced
  bool show_secrets = false;  // secrets may go to a terminal
};

// Whether two paths lead to the same place, however they are spelled; "-" is the standard stream of that number.
[[nodiscard]] bool is_same_place(const std::string& a, const std::string& b, int standard_stream);

// What write_outputs refuses at once, for a look before long work. Throws std::runtime_error.
void require_writable(const std::string& path, OutputRules rules);

// Writes all outputs. A regular file is written beside its place (with mode 0600 from the start if it is secret),
// synchronised, and moved there when all are written; nothing that exists is touched without `force`.
// Throws std::system_error or std::runtime_error; the files that were created are then removed.
void write_outputs(std::span<const Output> outputs, OutputRules rules);

}  // namespace lydite::cli
