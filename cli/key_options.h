// Options that commands with keys share, and what holds for their paths.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/files.h"
#include "cli/key_file.h"

namespace CLI {
class App;
}

namespace lydite::cli {

// --encoding (pem for keys only), --force and --show-secrets.
void add_output_options(CLI::App& command, Encoding& encoding, OutputRules& rules, bool writes_keys);
// The algorithm, which may be left out where it follows from a key.
void add_algorithm_option(CLI::App& command, const Family& family, std::string& id, bool is_required);

// Throw CLI::ValidationError.
// One stream for two inputs or outputs, or one file, could not be taken apart again.
void require_distinct(const std::string& a, const std::string& b, int standard_stream, const std::string& options);
// A stream cannot be read twice; a file can, so that a key may be the message.
void require_readable_twice(const std::string& a, const std::string& b, const std::string& options);
// With --force, an output would take the place of what was read.
void require_kept(const std::string& input, const std::string& output, const std::string& options);

// `keygen` and `pub` of a family.
void attach_keygen(CLI::App& parent, const Family& family, int& exit);
void attach_pub(CLI::App& parent, const Family& family, int& exit);

}  // namespace lydite::cli
