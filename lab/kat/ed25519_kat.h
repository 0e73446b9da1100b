// Answers Ed25519 records (RFC 8032): keys, signatures, and the verdict of the public header on every odd encoding.
#pragma once

#include "lab/kat/sha3_kat.h"

namespace lydite::lab::kat {

// Records whose field `set` is "Ed25519", or whose file or folder has that name. The verdict on records
// that name several is the cofactorless one.
[[nodiscard]] Answer ed25519_answer();

}  // namespace lydite::lab::kat
