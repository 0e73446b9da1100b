// Answers records of SHA-2 (FIPS 180-4), HMAC (FIPS 198-1) and HKDF (RFC 5869).
#pragma once

#include <string_view>

#include "lab/kat/sha3_kat.h"

namespace lydite::lab::kat {

// Records of "SHA256", "SHA512" or "SHA512-256": the hash itself, and HMAC and HKDF on top of it.
[[nodiscard]] Answer sha2_answer(std::string_view set);

// Records of HMAC with SHA3-256.
[[nodiscard]] Answer hmac_sha3_answer();

}  // namespace lydite::lab::kat
