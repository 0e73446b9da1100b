#include "lab/kat/sha2_kat.h"

#include <algorithm>
#include <string>
#include <utility>

#include "lab/kat/answer.h"
#include "lydite/sha2.h"
#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

// SHA3-256 with the names that HMAC looks for.
struct Sha3ForHmac {
  static constexpr std::size_t digest_size = 32, block_size = Sha3_256::Incremental::rate;
  using Digest = Sha3_256::Digest;
  struct Incremental : Sha3_256::Incremental {
    Digest finish() noexcept {
      Digest digest;
      squeeze(digest);
      return digest;
    }
  };
  static Digest hash(Message message) noexcept { return Sha3_256::hash(message); }
};

// Calls use(piece) for pieces of 0, 1, 2, ... bytes, so that every offset in a block is cut at.
void for_pieces(Message message, const auto& use) {
  for (std::size_t piece = 0; !message.empty(); ++piece) {
    const std::size_t count = std::min(piece, message.size());
    use(message.first(count));
    message = message.subspan(count);
  }
}

template <class H>
std::vector<HashWay> ways() {
  const auto hash = [](Message message, std::size_t) {
    const auto digest = H::hash(message);
    return Octets(digest.begin(), digest.end());
  };
  const auto incremental = [](Message message, std::size_t) {
    typename H::Incremental state;
    for_pieces(message, [&](Message piece) { state.absorb(piece); });
    const auto digest = state.finish();
    return Octets(digest.begin(), digest.end());
  };
  return {{"hash", hash, {}}, {"incremental", incremental, {}}};
}

// `name` in the name of the file, but not as the beginning of a longer name: sha512 is not sha512-256.
bool is_in_file_name(const Record& record, std::string_view name) {
  const std::string_view file = file_name(record);
  const std::size_t at = file.find(name);
  return at != std::string_view::npos && !file.substr(at + name.size()).starts_with("-2");
}

// A tag of `taglen` bits, or of its own length.
template <class H>
Kat answer_hmac(const Record& record) {
  const Octets key = required_bytes(record, "key"), message = required_bytes(record, "msg");
  const Octets tag = required_bytes(record, "tag");
  const std::size_t size = record.has("taglen") ? required_integer(record, "taglen") / 8 : tag.size();
  Hmac<H> mac(key);
  for_pieces(message, [&](Message piece) { mac.absorb(piece); });
  const auto computed = mac.finish();
  if (size > computed.size) malformed(record, "taglen");
  const bool same = std::ranges::equal(Message(computed.reveal()).first(size), tag);
  return all_of({verdict("incremental", !is_marked_invalid(record), same),
                 verdict("verify", !is_marked_invalid(record), Hmac<H>::verify(key, message, tag, size))});
}

template <class H>
Kat answer_hkdf(const Record& record) {
  const Octets ikm = required_bytes(record, "ikm"), salt = required_bytes(record, "salt");
  const Octets info = required_bytes(record, "info");
  const std::uint64_t size = required_integer(record, "size");
  if (size > 1 << 20) malformed(record, "size");
  Octets okm(size);
  const bool is_done = Hkdf<H>::derive(salt, ikm, info, okm).has_value();
  const Kat kat = verdict("derive", !is_marked_invalid(record), is_done);
  return is_failure(kat) || !is_done ? kat : compare("derive", "okm", required_bytes(record, "okm"), okm);
}

template <class H>
Answer answer_all(std::string_view set, std::string_view name) {
  return [hash = hash_answer(set, ways<H>()), set, name](const Record& record) {
    if (record.has("set") ? record.text("set") != set : !is_in_file_name(record, name)) return not_mine();
    if (has_all(record, {"key", "msg", "tag"})) return answer_hmac<H>(record);
    if (has_all(record, {"ikm", "salt", "info", "size", "okm"})) return answer_hkdf<H>(record);
    return hash(record);
  };
}

}  // namespace

Answer sha2_answer(std::string_view set) {
  if (set == "SHA256") return answer_all<Sha256>("SHA256", "sha256");
  if (set == "SHA512") return answer_all<Sha512>("SHA512", "sha512");
  if (set == "SHA512-256") return answer_all<Sha512_256>("SHA512-256", "sha512-256");
  throw std::invalid_argument(fmt::format("no function of FIPS 180-4: {}", set));
}

Answer hmac_sha3_answer() {
  return [](const Record& record) {
    const bool is_mine = file_name(record).find("hmac-sha3-256") != std::string_view::npos;
    return is_mine && has_all(record, {"key", "msg", "tag"}) ? answer_hmac<Sha3ForHmac>(record) : not_mine();
  };
}

}  // namespace lydite::lab::kat
