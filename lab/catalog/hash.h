// The row of any hash function, or function with output of any length.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/algorithm.h"
#include "lab/catalog/operation.h"
#include "lab/kat/sha3_kat.h"
#include "lydite/sha3.h"

namespace lydite::lab {

// One interface for digests and for outputs of a chosen length.
template <class Sha3>
struct DigestOf {
  using Output = typename Sha3::Digest;
  using Incremental = typename Sha3::Incremental;

  static void hash(Message message, Output& out) { out = Sha3::hash(message); }
  template <std::size_t N>
  static void hash_many(const std::array<Message, N>& messages, std::array<Output, N>& outs) {
    Sha3::hash_many(messages, outs);
  }
};
template <class Shake, std::size_t OutputSize>
struct OutputOf {
  using Output = Bytes<OutputSize>;
  using Incremental = typename Shake::Incremental;

  static void hash(Message message, Output& out) { Shake::hash(message, out); }
  template <std::size_t N>
  static void hash_many(const std::array<Message, N>& messages, std::array<Output, N>& outs) {
    std::array<std::span<std::uint8_t>, N> views;
    std::copy(outs.begin(), outs.end(), views.begin());
    Shake::hash_many(messages, views);
  }
};

// The digest computed in another way than the measured one: piecewise, with pieces that do not fit the block.
template <class Function>
[[nodiscard]] typename Function::Output hash_piecewise(Message message) {
  typename Function::Incremental sponge;
  for (std::size_t piece = 1; !message.empty(); piece = piece % 4096 * 2 + 1) {
    const std::size_t size = std::min(piece, message.size());
    sponge.absorb(message.first(size));
    message = message.subspan(size);
  }
  typename Function::Output out;
  sponge.squeeze(out);
  return out;
}

// Count messages of equal length, hashed together; one alone goes through the plain function.
template <class Function, std::size_t Count>
struct HashWork {
  std::array<Octets, Count> messages;
  std::array<Message, Count> views;
  std::array<typename Function::Output, Count> digests{};

  HashWork(const Operation& described, std::uint64_t seed) {
    for (std::size_t i = 0; i < Count; ++i) {
      messages[i] = guide_message(seed + i, described.input_bytes);
      views[i] = messages[i];
    }
  }
  void run() {
    if constexpr (Count == 1) {
      Function::hash(views[0], digests[0]);
    } else {
      Function::hash_many(views, digests);
    }
  }
  [[nodiscard]] bool check() const {
    for (std::size_t i = 0; i < Count; ++i) {
      if (digests[i] != hash_piecewise<Function>(views[i])) return false;
    }
    return true;
  }
  [[nodiscard]] Octets result() const {
    Octets bytes;
    for (const auto& digest : digests) bytes.insert(bytes.end(), digest.begin(), digest.end());
    return bytes;
  }
  [[nodiscard]] Secrets secrets() { return {messages.begin(), messages.end()}; }
};

template <class Function, std::size_t Count>
[[nodiscard]] Operation hash_operation(std::uint64_t size) {
  const std::string many = Count == 1 ? "" : std::to_string(Count);
  const std::string what = Count == 1 ? "one message" : many + " messages together, each";
  return operation<HashWork<Function, Count>>({"hash" + many + "_" + std::to_string(size),
                                               "hash of " + what + " of " + std::to_string(size) + " bytes", size,
                                               Count, nullptr});
}

// S1 to S8 of the measurement guide, and objects of 128 KiB, 1 MiB, 8 MiB.
inline constexpr std::uint64_t hash_sizes[] = {32, 128, 512, 1024, 4096, 8192, 16384, 65536, 131072, 1048576, 8388608};
// For functions that are not compared over all sizes.
inline constexpr std::uint64_t few_hash_sizes[] = {32, 1024, 4096, 131072};
// For several messages together.
inline constexpr std::uint64_t four_hash_sizes[] = {4096, 131072, 1048576, 8388608};
inline constexpr std::uint64_t eight_hash_sizes[] = {4096, 131072};

template <class Function>
[[nodiscard]] std::vector<Operation> hash_operations(std::span<const std::uint64_t> single,
                                                     std::span<const std::uint64_t> four,
                                                     std::span<const std::uint64_t> eight) {
  std::vector<Operation> operations;
  for (const std::uint64_t size : single) operations.push_back(hash_operation<Function, 1>(size));
  for (const std::uint64_t size : four) operations.push_back(hash_operation<Function, 4>(size));
  for (const std::uint64_t size : eight) operations.push_back(hash_operation<Function, 8>(size));
  return operations;
}

struct HashTitle {
  std::string id, title, specification;
};

[[nodiscard]] inline Algorithm hash_algorithm(HashTitle title, Kind kind, std::uint64_t output_size,
                                              std::vector<Operation> operations, kat::Answer answer) {
  return {std::move(title.id),
          std::move(title.title),
          std::move(title.specification),
          "lydite",
          kind,
          {{kind == Kind::kHash ? "digest" : "output", output_size}},
          std::move(operations),
          std::move(answer)};
}
// A record is answered by the first, or, if it is none of its, by the second.
[[nodiscard]] inline kat::Answer either(kat::Answer first, kat::Answer second) {
  return [first = std::move(first), second = std::move(second)](const kat::Record& record) {
    const Kat answer = first(record);
    return answer.verdict == Kat::Verdict::kNotMine ? second(record) : answer;
  };
}

// A function of FIPS 202.
[[nodiscard]] inline Algorithm hash_algorithm(std::string id, std::string title, Kind kind, std::uint64_t output_size,
                                              std::vector<Operation> operations) {
  auto answer = kat::sha3_answer(title);
  return hash_algorithm({std::move(id), std::move(title), "FIPS 202"}, kind, output_size, std::move(operations),
                        std::move(answer));
}

}  // namespace lydite::lab
