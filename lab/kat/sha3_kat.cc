#include "lab/kat/sha3_kat.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "lab/kat/answer.h"
#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

constexpr std::uint64_t large_message = std::uint64_t{64} << 20;
constexpr std::uint64_t longest_link = 1 << 16;
constexpr int chain_iterations = 1000;

struct Hash {
  std::string set;
  std::vector<HashWay> ways;
};

bool is_extendable(const Hash& hash) { return hash.set.starts_with("SHAKE"); }

// Files of one function are named after it; files in the folder of a function built on it have other fields.
bool is_mine(const Hash& hash, const Record& record) {
  if (const auto set = record.text("set")) return *set == hash.set;
  std::string name = hash.set;
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return file_name(record).find(name) != std::string_view::npos && !record.has("key");
}

Kat answer_message(const Hash& hash, const Record& record) {
  const Octets message = required_bytes(record, "msg");
  const char* field = is_extendable(hash) ? "out" : "md";
  const Octets expected = required_bytes(record, field);
  if (record.has("len") && required_integer(record, "len") != message.size()) malformed(record, "len");
  if (record.has("outlen") && required_integer(record, "outlen") != expected.size()) malformed(record, "outlen");
  for (const HashWay& way : hash.ways) {
    const Kat kat = compare(way.name, field, expected, way.hash(message, expected.size()));
    if (is_failure(kat)) return kat;
  }
  return passed();
}

// Large-data tests of ACVP.
Kat answer_large(const Hash& hash, const Record& record) {
  const Octets content = required_bytes(record, "content");
  const std::uint64_t total = required_integer(record, "fulllen");
  const Octets expected = required_bytes(record, "md");
  if (content.empty()) malformed(record, "content");
  if (total > large_message && !record.large) return skipped(fmt::format("message of {} bytes", total));
  Kat kat = skipped("no way to hash a message that is not in memory");
  for (const HashWay& way : hash.ways) {
    if (!way.repeated) continue;
    kat = compare(way.name, "md", expected, way.repeated(content, total, expected.size()));
    if (is_failure(kat)) return kat;
  }
  return kat;
}

// One link of a chain of SHA-3 digests: ACVP, Monte Carlo test of SHA-3.
Octets iterate(const HashWay& way, Octets digest) {
  for (int i = 0; i < chain_iterations; ++i) digest = way.hash(digest, digest.size());
  return digest;
}

// One link of a chain of SHAKE outputs, whose lengths depend on the output: ACVP, Monte Carlo test of SHAKE.
Octets iterate_extendable(const HashWay& way, Octets output, std::uint64_t least, std::uint64_t most,
                          std::uint64_t& size) {
  for (int i = 0; i < chain_iterations; ++i) {
    output.resize(16);
    output = way.hash(output, size);
    const unsigned last = 256U * output[output.size() - 2] + output[output.size() - 1];
    size = least + last % (most - least + 1);
  }
  return output;
}

Kat answer_chain(const Hash& hash, const Record& record) {
  const bool extendable = is_extendable(hash);
  const std::uint64_t least = extendable ? required_integer(record, "minoutlen") : 0;
  const std::uint64_t most = extendable ? required_integer(record, "maxoutlen") : 0;
  if (extendable && (least < 2 || least > most || most > longest_link)) malformed(record, "minoutlen");
  for (const HashWay& way : hash.ways) {
    Octets digest = required_bytes(record, "seed");
    std::uint64_t size = most;
    for (std::size_t i = 0; record.has(fmt::format("{}.{}", extendable ? "out" : "md", i)); ++i) {
      const std::string field = fmt::format("{}.{}", extendable ? "out" : "md", i);
      digest =
          extendable ? iterate_extendable(way, std::move(digest), least, most, size) : iterate(way, std::move(digest));
      const Kat kat = compare(way.name, field, required_bytes(record, field), digest);
      if (is_failure(kat)) return kat;
    }
  }
  return passed();
}

Kat answer(const Hash& hash, const Record& record) {
  if (!is_mine(hash, record)) return not_mine();
  if (record.has("bits")) return skipped("not a whole number of bytes");
  if (has_all(record, {"seed", is_extendable(hash) ? "out.0" : "md.0"})) return answer_chain(hash, record);
  if (has_all(record, {"content", "fulllen", "md"})) return answer_large(hash, record);
  if (has_all(record, {"msg", is_extendable(hash) ? "out" : "md"})) return answer_message(hash, record);
  return not_mine();
}

// --- This library's functions --------------------------------------------------------------------------------------

template <class Incremental>
Octets squeeze(Incremental& sponge, std::size_t size) {
  Octets out(size);
  const std::size_t first = size / 3;
  sponge.squeeze(std::span(out).first(first));
  sponge.squeeze(std::span(out).subspan(first));
  return out;
}

// Pieces of 0, 1, 2, ... bytes, so that every offset in a block is cut at.
template <class Incremental>
Octets hash_in_pieces(Message message, std::size_t size) {
  Incremental sponge;
  for (std::size_t piece = 0; !message.empty(); ++piece) {
    const std::size_t count = std::min(piece, message.size());
    sponge.absorb(message.first(count));
    message = message.subspan(count);
  }
  return squeeze(sponge, size);
}

template <class Incremental>
Octets hash_repeated(Message content, std::uint64_t total, std::size_t size) {
  Octets block;
  while (block.size() < (1 << 16)) block.insert(block.end(), content.begin(), content.end());
  Incremental sponge;
  for (; total > 0; total -= std::min<std::uint64_t>(total, block.size()))
    sponge.absorb(Message(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(total, block.size()))));
  return squeeze(sponge, size);
}

// Nine messages, of which one is the record's and the others are shorter: full vectors, a rest, and lanes that end
// early.
struct Batch {
  explicit Batch(Message message) : place(message.size() % 9) {
    for (std::size_t i = 0; i < 9; ++i)
      messages.push_back(i == place ? message : message.first(message.size() - std::min(message.size(), 17 * (i + 1))));
  }
  std::size_t place;
  std::vector<Message> messages;
};

template <class H>
Octets hash_many(Message message, std::size_t) {
  const Batch batch(message);
  std::vector<typename H::Digest> digests(batch.messages.size());
  H::hash_many(batch.messages, digests);
  return {digests[batch.place].begin(), digests[batch.place].end()};
}

template <class X>
Octets extend_many(Message message, std::size_t size) {
  const Batch batch(message);
  std::vector<Octets> outs(batch.messages.size(), Octets(size));
  const std::vector<std::span<std::uint8_t>> views(outs.begin(), outs.end());
  X::hash_many(batch.messages, views);
  return outs[batch.place];
}

template <class H>
std::vector<HashWay> digest_ways() {
  const auto hash = [](Message message, std::size_t) {
    const auto digest = H::hash(message);
    return Octets(digest.begin(), digest.end());
  };
  using Incremental = typename H::Incremental;
  return {{"hash", hash, {}},
          {"incremental", hash_in_pieces<Incremental>, hash_repeated<Incremental>},
          {"hash_many", hash_many<H>, {}}};
}

template <class X>
std::vector<HashWay> extendable_ways() {
  const auto hash = [](Message message, std::size_t size) {
    Octets out(size);
    X::hash(message, out);
    return out;
  };
  using Incremental = typename X::Incremental;
  return {{"hash", hash, {}},
          {"incremental", hash_in_pieces<Incremental>, hash_repeated<Incremental>},
          {"hash_many", extend_many<X>, {}}};
}

// --- The permutation -----------------------------------------------------------------------------------------------

KeccakState load(std::span<const std::uint8_t> bytes) {
  KeccakState state{};
  for (std::size_t i = 0; i < bytes.size(); ++i) state[i / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
  return state;
}

Octets store(const KeccakState& state) {
  Octets bytes(sizeof state);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(state[i / 8] >> (8 * (i % 8)));
  return bytes;
}

Kat answer_permutation(std::size_t lanes, const Permutation& permute, const Record& record) {
  if (file_name(record).find("keccak-f1600") == std::string_view::npos || !has_all(record, {"in", "out"}))
    return not_mine();
  const Octets in = required_bytes(record, "in"), out = required_bytes(record, "out");
  if (in.size() != sizeof(KeccakState)) malformed(record, "in");
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::vector<KeccakState> states(lanes);
    for (std::size_t i = 0; i < lanes; ++i) states[i].fill(0x0123456789ABCDEF * (i + 1));
    states[lane] = load(in);
    permute(states);
    const Kat kat = compare(fmt::format("lane {}", lane), "out", out, store(states[lane]));
    if (is_failure(kat)) return kat;
  }
  return passed();
}

}  // namespace

Answer hash_answer(std::string_view set, std::vector<HashWay> ways) {
  return [hash = Hash{std::string(set), std::move(ways)}](const Record& record) { return answer(hash, record); };
}

Answer sha3_answer(std::string_view set) {
  if (set == "SHA3-224") return hash_answer(set, digest_ways<Sha3_224>());
  if (set == "SHA3-256") return hash_answer(set, digest_ways<Sha3_256>());
  if (set == "SHA3-384") return hash_answer(set, digest_ways<Sha3_384>());
  if (set == "SHA3-512") return hash_answer(set, digest_ways<Sha3_512>());
  if (set == "SHAKE128") return hash_answer(set, extendable_ways<Shake128>());
  if (set == "SHAKE256") return hash_answer(set, extendable_ways<Shake256>());
  throw std::invalid_argument(fmt::format("no function of FIPS 202: {}", set));
}

Answer keccak_answer(std::size_t lanes, Permutation permute) {
  return [lanes, permute = std::move(permute)](const Record& record) {
    return answer_permutation(lanes, permute, record);
  };
}

}  // namespace lydite::lab::kat
