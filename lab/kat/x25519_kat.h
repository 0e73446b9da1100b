// Answers X25519 records (RFC 7748).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "lab/kat/sha3_kat.h"

namespace lydite::lab::kat {

// X25519(scalar, u), 32 bytes each. Nothing: refused, which is right only where the result is all zero.
using ScalarMultiplication =
    std::function<std::optional<Octets>(std::span<const std::uint8_t> scalar, std::span<const std::uint8_t> u)>;

// Records of files in a folder x25519, or named so.
[[nodiscard]] Answer x25519_answer(ScalarMultiplication multiply);

}  // namespace lydite::lab::kat
