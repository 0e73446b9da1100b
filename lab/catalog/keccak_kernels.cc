#include "lab/catalog/kernels.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "lab/catalog/operation.h"
#include "lab/catalog/repeated.h"
#include "lab/kat/sha3_kat.h"
#include "lydite/bytes.h"
#include "src/keccak/permute.h"

namespace lydite::lab {
namespace {

// Lane i of state s is word Count * i + s.
template <std::size_t Count>
struct alignas(64) States {
  std::array<std::uint64_t, keccak::lane_count * Count> words{};

  bool operator==(const States&) const = default;
  [[nodiscard]] keccak::State state(std::size_t s) const {
    keccak::State lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = words[Count * i + s];
    return lanes;
  }
  void set(std::size_t s, const keccak::State& lanes) {
    for (std::size_t i = 0; i < lanes.size(); ++i) words[Count * i + s] = lanes[i];
  }
};

template <std::size_t Count>
void permute(States<Count>& states) {
  static_assert(Count == 1 || Count == 4 || Count == 8);
  if constexpr (Count == 1) keccak::permute(states.words.data());
  if constexpr (Count == 4) keccak::permute_x4(states.words.data());
  if constexpr (Count == 8) keccak::permute_x8(states.words.data());
}

template <std::size_t Count>
void permute_portable(States<Count>& states) {
  for (std::size_t s = 0; s < Count; ++s) {
    keccak::State lanes = states.state(s);
    keccak::permute_portable(lanes.data());
    states.set(s, lanes);
  }
}

template <std::size_t Count>
struct Permute {
  Repeated<States<Count>> states;

  Permute(const Operation& described, std::uint64_t seed) {
    for (std::uint32_t s = 0; s < Count; ++s) {
      Bytes<sizeof(keccak::State)> bytes;
      derive_input(described.name, seed, s, bytes);
      keccak::State lanes;
      std::memcpy(lanes.data(), bytes.data(), bytes.size());
      states.value.set(s, lanes);
    }
  }
  void run() { states.run(permute<Count>); }
  [[nodiscard]] bool check() const { return states.agrees(permute_portable<Count>); }
  [[nodiscard]] Octets result() const {
    Octets bytes(sizeof states.value.words);
    std::memcpy(bytes.data(), states.value.words.data(), bytes.size());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() {
    return {{reinterpret_cast<std::uint8_t*>(states.value.words.data()), sizeof states.value.words}};
  }
};

template <std::size_t Count>
void permute_all(std::span<kat::KeccakState> group) {
  States<Count> states;
  for (std::size_t s = 0; s < Count; ++s) states.set(s, group[s]);
  permute(states);
  for (std::size_t s = 0; s < Count; ++s) group[s] = states.state(s);
}

template <std::size_t Count>
Algorithm keccak_kernel(std::string description) {
  const std::string lanes = "x" + std::to_string(Count);
  return {"keccak-f1600-" + lanes,
          "Keccak-f[1600] " + lanes,
          "FIPS 202",
          "lydite",
          Kind::kKernel,
          {{"state", sizeof(keccak::State)}},
          {operation<Permute<Count>>({"permute", std::move(description), sizeof(keccak::State), Count, nullptr})},
          kat::keccak_answer(Count, permute_all<Count>)};
}

}  // namespace

std::vector<Algorithm> keccak_kernels() {
  return {keccak_kernel<1>("24 rounds on one state, in place"), keccak_kernel<4>("24 rounds on four states, in place"),
          keccak_kernel<8>("24 rounds on eight states, in place")};
}

}  // namespace lydite::lab
