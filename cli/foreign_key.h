// Names for keys of algorithms that are not offered here.
#pragma once

#include <string>
#include <string_view>

#include "lydite/bytes.h"

namespace lydite::cli {

// "an RSA key", or "a key of the algorithm 1.2.3" of an OBJECT IDENTIFIER's contents without a name here.
[[nodiscard]] std::string foreign_algorithm(Message oid);
// Of a PEM block that belongs to one algorithm, such as "RSA PRIVATE KEY": "an RSA key". Empty if it is none of those.
[[nodiscard]] std::string_view foreign_label(std::string_view label);

}  // namespace lydite::cli
