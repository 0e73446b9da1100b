// Answers records of hash functions, extendable-output functions and the permutation (FIPS 202).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/algorithm.h"

namespace lydite::lab::kat {

using Octets = std::vector<std::uint8_t>;
using Answer = std::function<Kat(const Record&)>;

// One way to compute a hash: a one-shot function, an incremental one, a batch. All ways of a row must agree.
struct HashWay {
  std::string name;  // "hash", "incremental", "hash_many"; appears in failures
  std::function<Octets(std::span<const std::uint8_t> message, std::size_t output_size)> hash;
  // The hash of `content` repeated until `total` bytes, without the message in memory. May be empty.
  std::function<Octets(std::span<const std::uint8_t> content, std::uint64_t total, std::size_t output_size)> repeated;
};

// Records of one function of FIPS 202, named as in the standard: "SHA3-256", "SHAKE128". A record belongs to it if its
// field `set` says so or, without that field, if the name of its file contains the name in lower case.
[[nodiscard]] Answer hash_answer(std::string_view set, std::vector<HashWay> ways);

// The same for this library's function of that name, by every way it offers.
[[nodiscard]] Answer sha3_answer(std::string_view set);

// One or several states permuted at once, each independently.
using KeccakState = std::array<std::uint64_t, 25>;
using Permutation = std::function<void(std::span<KeccakState> states)>;
// Records `in`, `out` of files named keccak-f1600: each value in each lane, with other states in the other lanes.
[[nodiscard]] Answer keccak_answer(std::size_t lanes, Permutation permute);

}  // namespace lydite::lab::kat
