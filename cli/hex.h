// Hexadecimal text of bytes that may be secret: no branch and no table index depends on a digit's value.
#pragma once

#include <string_view>

#include "cli/buffer.h"

namespace lydite::cli {

// Lower case, one line.
[[nodiscard]] Buffer to_hex(Message bytes);

// Accepts both cases, and white space between digits. Throws std::runtime_error, which starts with `what`, if another
// character occurs or a digit is missing.
[[nodiscard]] Buffer from_hex(Message text, std::string_view what);

}  // namespace lydite::cli
