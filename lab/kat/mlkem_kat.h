// Answers ML-KEM records (FIPS 203): keys, encapsulation, decapsulation, refusals, and digests over many cases.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kat/sha3_kat.h"
#include "lydite/mlkem.h"

namespace lydite::lab::kat {

struct KemKeys {
  Octets ek, dk;
};
struct KemEncapsulation {
  Octets c, k;
};

// One way to run a KEM: on encoded keys, on prepared keys, in a batch. All ways of a row must agree. An input that the
// scheme must refuse, by its length or its content, gives nothing. Members that a way does not offer stay empty.
struct KemWay {
  using Bytes = std::span<const std::uint8_t>;
  std::string name;                                          // "encoded", "prepared"; appears in failures
  std::function<std::optional<KemKeys>(Bytes seed)> keygen;  // seed: d || z
  std::function<std::optional<KemEncapsulation>(Bytes ek, Bytes m)> encapsulate;
  std::function<std::optional<Octets>(Bytes dk, Bytes c)> decapsulate;
  std::function<bool(Bytes ek)> accepts_ek;
  std::function<bool(Bytes dk)> accepts_dk;
};

// Records whose field `set` is this name ("ML-KEM-768").
[[nodiscard]] Answer kem_answer(std::string_view set, std::vector<KemWay> ways);

// All ways of this library: encoded keys, prepared keys, batches, and the two halves of an encapsulation.
template <mlkem::ParameterSet P>
[[nodiscard]] std::vector<KemWay> mlkem_ways();
// kem_answer(P::name, mlkem_ways<P>()).
template <mlkem::ParameterSet P>
[[nodiscard]] Answer mlkem_answer();

}  // namespace lydite::lab::kat
