#include "lab/kat/hybrid_kat.h"

#include <array>
#include <optional>
#include <utility>

#include "lab/evidence/digest.h"
#include "lab/kat/answer.h"

namespace lydite::lab::kat {
namespace {

using hybrid::Ciphertext;
using hybrid::MlKem768X25519;
using hybrid::XWing;

Octets join(const Octets& a, const Octets& b) {
  Octets both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}
template <std::size_t N>
Octets octets(View<N> bytes) {
  return {bytes.begin(), bytes.end()};
}
template <std::size_t N>
Octets octets(const Secret<N>& secret) {
  return octets(secret.reveal());
}

// The first failure, if there is one.
Kat all_of(std::initializer_list<Kat> kats) {
  for (const Kat& kat : kats)
    if (is_failure(kat)) return kat;
  return passed();
}

// A value that the record has as bytes under `name`, as a digest under `name`_sha256, in both ways, or not at all.
Kat compare_field(const Record& record, std::string_view name, const Octets& got) {
  if (const auto digest = record.text(std::string(name) + "_sha256")) {
    const std::string_view bytes(reinterpret_cast<const char*>(got.data()), got.size());
    if (evidence::sha256(bytes) != *digest) return failed(fmt::format("the SHA-256 of {} differs", name));
  }
  return record.has(name) ? compare("result", name, required_bytes(record, name), got) : passed();
}

// The KEMs behind one interface; nothing where an input is refused.
template <hybrid::Scheme S>
struct HybridWays {
  static constexpr std::size_t seed_size = S::seed_size, coins_size = hybrid::coins_size,
                               pk_size = hybrid::public_key_size, sk_size = S::private_key_size,
                               c_size = hybrid::ciphertext_size;

  static std::pair<Octets, Octets> keygen(View<seed_size> seed) {
    const auto keys = hybrid::keygen<S>(hybrid::Seed<S>(seed));
    return {octets(View<pk_size>(keys.pk)), octets(keys.sk)};
  }
  static std::optional<Octets> public_key(View<sk_size> sk) {
    const auto key = hybrid::PreparedPrivateKey<S>::import(sk);
    if (!key) return std::nullopt;
    const auto pk = key->public_key();
    return octets(View<pk_size>(pk));
  }
  static std::vector<std::optional<Octets>> encapsulate(View<pk_size> pk, View<coins_size> coins) {
    const hybrid::Coins secret(coins);
    const auto prepared = hybrid::PreparedPublicKey<S>::import(pk);
    return {joined(hybrid::encapsulate<S>(pk, secret)),
            prepared ? joined(hybrid::encapsulate<S>(*prepared, secret)) : std::nullopt};
  }
  static std::vector<std::optional<Octets>> decapsulate(View<sk_size> sk, View<c_size> c) {
    std::vector<std::optional<Octets>> all = {opened(hybrid::decapsulate<S>(hybrid::PrivateKey<S>(sk), c))};
    const auto prepared = hybrid::PreparedPrivateKey<S>::import(sk);
    if (!prepared) return {std::nullopt};
    all.push_back(opened(hybrid::decapsulate<S>(*prepared, c)));
    Ciphertext copy;
    std::copy(c.begin(), c.end(), copy.begin());
    const std::array<Ciphertext, 3> many = {copy, copy, copy};
    std::array<Result<hybrid::SharedKey>, 3> keys = {Error::kEntropy, Error::kEntropy, Error::kEntropy};
    hybrid::decapsulate_many<S>(*prepared, many, keys);
    for (const auto& key : keys) all.push_back(opened(key));
    return all;
  }

 private:
  static std::optional<Octets> joined(const Result<hybrid::Encapsulation>& out) {
    return out ? std::optional(join(octets(View<c_size>(out->c)), octets(out->K))) : std::nullopt;
  }
  static std::optional<Octets> opened(const Result<hybrid::SharedKey>& key) {
    return key ? std::optional(octets(*key)) : std::nullopt;
  }
};

struct DhWays {
  static constexpr std::size_t seed_size = 32, coins_size = 32, pk_size = 32, sk_size = 32, c_size = 32;

  static std::pair<Octets, Octets> keygen(View<32> seed) {
    const auto keys = hybrid::dh::keygen(Secret<32>(seed));
    return {octets(View<32>(keys.pk)), octets(keys.sk)};
  }
  static std::optional<Octets> public_key(View<32> sk) {
    const auto pk = x25519::public_key(Secret<32>(sk));
    return octets(View<32>(pk));
  }
  static std::vector<std::optional<Octets>> encapsulate(View<32> pk, View<32> coins) {
    const auto out = hybrid::dh::encapsulate(pk, Secret<32>(coins));
    if (!out) return {std::nullopt};
    return {join(octets(View<32>(out->c)), octets(out->K))};
  }
  static std::vector<std::optional<Octets>> decapsulate(View<32> sk, View<32> c) {
    std::vector<std::optional<Octets>> all;
    const Secret<32> key(sk);
    const hybrid::dh::KeyPair keys{x25519::public_key(key), Secret<32>(sk)};
    for (const auto& K : {hybrid::dh::decapsulate(key, c), hybrid::dh::decapsulate(keys, c)})
      all.push_back(K ? std::optional(octets(*K)) : std::nullopt);
    return all;
  }
};

template <std::size_t N>
View<N> exact(const Record& record, std::string_view name, const Octets& bytes) {
  if (bytes.size() != N) malformed(record, name);
  return View<N>(bytes.data(), N);
}

// Every way gives these bytes, or every way refuses.
Kat all_give(std::string_view field, const std::vector<std::optional<Octets>>& ways,
             const std::optional<Octets>& expected) {
  for (const auto& way : ways) {
    if (way.has_value() != expected.has_value())
      return failed(fmt::format("{} is {}", field, way ? "accepted" : "refused"));
    if (!way) continue;
    if (const Kat kat = compare("some way", field, *expected, *way); is_failure(kat)) return kat;
  }
  return passed();
}

template <class Ways>
Kat check_encapsulation(const Octets& pk, const Octets& coins, const Octets& c, const Octets& K, const Record& record) {
  return all_give(
      "ct and ss",
      Ways::encapsulate(exact<Ways::pk_size>(record, "pk", pk), exact<Ways::coins_size>(record, "coins", coins)),
      join(c, K));
}
template <class Ways>
Kat check_decapsulation(const Octets& sk, const Octets& c, const std::optional<Octets>& K, const Record& record) {
  return all_give("ss", Ways::decapsulate(exact<Ways::sk_size>(record, "sk", sk), exact<Ways::c_size>(record, "ct", c)),
                  K);
}

// seed, eseed, pk, ct, ss and, where it is stored, sk: a whole exchange.
template <class Ways>
Kat answer_exchange(const Record& record) {
  const Octets seed = required_bytes(record, "seed");
  const auto [pk, sk] = Ways::keygen(exact<Ways::seed_size>(record, "seed", seed));
  const Octets c = required_bytes(record, "ct"), K = required_bytes(record, "ss");
  return all_of({compare_field(record, "pk", pk), compare_field(record, "sk", sk),
                 check_encapsulation<Ways>(pk, required_bytes(record, "eseed"), c, K, record),
                 check_decapsulation<Ways>(sk, c, K, record)});
}

// sk and ct, or pk and eseed, with nothing but a verdict.
template <class Ways>
Kat answer_verdict(const Record& record) {
  const bool opens = record.has("ct");
  const Octets key = required_bytes(record, opens ? "sk" : "pk"),
               other = required_bytes(record, opens ? "ct" : "eseed");
  const auto ways =
      opens
          ? Ways::decapsulate(exact<Ways::sk_size>(record, "sk", key), exact<Ways::c_size>(record, "ct", other))
          : Ways::encapsulate(exact<Ways::pk_size>(record, "pk", key), exact<Ways::coins_size>(record, "eseed", other));
  for (const auto& way : ways) {
    const Kat kat = verdict("some way", !is_marked_invalid(record), way.has_value());
    if (is_failure(kat)) return kat;
  }
  return passed();
}

template <class Ways>
Kat answer_common(const Record& record) {
  if (record.has("result")) return answer_verdict<Ways>(record);
  return has_all(record, {"seed", "eseed", "pk", "ct", "ss"}) ? answer_exchange<Ways>(record) : not_mine();
}

bool comes_from(const Record& record, std::string_view name) { return record.source.find(name) != std::string::npos; }

// --- X-Wing
// -----------------------------------------------------------------------------------------------------------

// The record of another combiner over the same components: its secret must not come out.
Kat answer_other_combiner(const Record& record) {
  const Octets seed = required_bytes(record, "seed"), c = required_bytes(record, "ct");
  const auto ways = HybridWays<XWing>::decapsulate(exact<32>(record, "seed", seed), exact<1120>(record, "ct", c));
  for (const auto& K : ways)
    if (!K || *K == required_bytes(record, "ss")) return failed("the secret of another scheme, or none");
  return passed();
}

Kat answer_xwing_json(const Record& record) {
  using Ways = HybridWays<XWing>;
  const Octets seed = required_bytes(record, "seed"), coins = required_bytes(record, "eseed");
  const auto [pk, sk] = Ways::keygen(exact<32>(record, "seed", seed));
  const Octets K = required_bytes(record, "shared_secret");
  const auto out = Ways::encapsulate(exact<1216>(record, "seed", pk), exact<64>(record, "eseed", coins)).front();
  const Octets c(out->begin(), out->begin() + 1120);
  const auto stored = hybrid::to_hpqc(Secret<32>(View<32>(exact<32>(record, "seed", sk))));
  return all_of({compare_field(record, "public_key", pk), compare_field(record, "ciphertext", c),
                 compare_field(record, "hpqc_private_key", octets(stored)),
                 check_encapsulation<Ways>(pk, coins, c, K, record), check_decapsulation<Ways>(sk, c, K, record)});
}

Kat answer_xwing(const Record& record) {
  if (!comes_from(record, "xwing") && !comes_from(record, "x-wing")) return not_mine();
  if (comes_from(record, "kitchensink")) return answer_other_combiner(record);
  if (has_all(record, {"seed", "eseed", "shared_secret"})) return answer_xwing_json(record);
  return answer_common<HybridWays<XWing>>(record);
}

// --- MLKEM768-X25519
// --------------------------------------------------------------------------------------------------

using SplitPrf = HybridWays<MlKem768X25519>;

// A record of the combiner with all values of both components, under either family of names.
struct ComponentNames {
  std::string_view x_sk, x_pk, x_eph, x_ct, x_secret, d, z, m, secret;
};
constexpr ComponentNames tv_names{"x_sk", "x_pk", "x_eph", "x_ct", "ss_x", "d", "z", "m", "ss"};
constexpr ComponentNames json_names{"x25519_static_private",
                                    "x25519_static_public",
                                    "x25519_ephemeral_private",
                                    "x25519_ciphertext",
                                    "x25519_adapter_secret",
                                    "mlkem_d",
                                    "mlkem_z",
                                    "mlkem_m",
                                    "combined_shared_secret"};

const ComponentNames* names_in(const Record& record) {
  if (!comes_from(record, "hybrid")) return nullptr;
  for (const ComponentNames* names : {&tv_names, &json_names})
    if (has_all(record, {names->x_sk, names->x_secret, names->d, names->secret})) return names;
  return nullptr;
}

Kat answer_components(const Record& record, const ComponentNames& names) {
  const Octets dz = join(required_bytes(record, names.d), required_bytes(record, names.z));
  const auto ml = mlkem::keygen<mlkem::MlKem768>(mlkem::Seed(exact<64>(record, names.d, dz)));
  const Octets ek(ml.ek.begin(), ml.ek.end());
  const Octets pk = join(required_bytes(record, names.x_pk), ek);
  const Octets sk = join(join(required_bytes(record, names.x_sk), ek), dz);
  const Octets coins = join(required_bytes(record, names.x_eph), required_bytes(record, names.m));
  const auto out = SplitPrf::encapsulate(exact<1216>(record, "pk", pk), exact<64>(record, names.m, coins)).front();
  const Octets c(out->begin(), out->begin() + 1120), K = required_bytes(record, names.secret);
  return all_of({all_give("pk", {SplitPrf::public_key(exact<1280>(record, "sk", sk))}, pk),
                 compare_field(record, "ek", ek), compare_field(record, "public_key", pk),
                 compare_field(record, "private_key", sk), compare_field(record, "combined_ciphertext", c),
                 compare("encapsulate", names.x_ct, required_bytes(record, names.x_ct), {c.begin(), c.begin() + 32}),
                 compare_field(record, "ct_m", {c.begin() + 32, c.end()}),
                 check_encapsulation<SplitPrf>(pk, coins, c, K, record),
                 check_decapsulation<SplitPrf>(sk, c, K, record)});
}

// A key pair from its seed, an exchange, and the secrets of ciphertexts with one change.
Kat answer_derived(const Record& record) {
  const Octets seed = required_bytes(record, "seed");
  const auto [pk, sk] = SplitPrf::keygen(exact<96>(record, "seed", seed));
  const Octets coins = join(required_bytes(record, "x25519_ephemeral_private"), required_bytes(record, "mlkem_m"));
  const auto out = SplitPrf::encapsulate(exact<1216>(record, "seed", pk), exact<64>(record, "mlkem_m", coins)).front();
  const Octets c(out->begin(), out->begin() + 1120), K = required_bytes(record, "shared_secret");
  const auto changed = [&](std::size_t i, std::uint8_t bits) {
    Octets copy = c;
    copy[i] ^= bits;
    return copy;
  };
  const auto secret = [&](std::string_view name) { return required_bytes(record, name); };
  return all_of(
      {compare_field(record, "public_key", pk), compare_field(record, "private_key", sk),
       compare_field(record, "ciphertext", c), check_encapsulation<SplitPrf>(pk, coins, c, K, record),
       check_decapsulation<SplitPrf>(sk, c, K, record),
       check_decapsulation<SplitPrf>(sk, changed(0, 1), secret("shared_secret_first_byte_flipped"), record),
       check_decapsulation<SplitPrf>(sk, changed(1119, 1), secret("shared_secret_last_byte_flipped"), record),
       check_decapsulation<SplitPrf>(sk, changed(31, 0x80), secret("shared_secret_x25519_high_bit_flipped"), record)});
}

Kat answer_split_prf(const Record& record) {
  if (const ComponentNames* names = names_in(record)) return answer_components(record, *names);
  if (!comes_from(record, "hybrid") || comes_from(record, "x25519-kem") || comes_from(record, "x-wing"))
    return not_mine();
  if (has_all(record, {"private", "public"})) {
    const Octets sk = required_bytes(record, "private");
    return all_give("public", {SplitPrf::public_key(exact<1280>(record, "private", sk))},
                    required_bytes(record, "public"));
  }
  if (has_all(record, {"seed", "mlkem_m", "x25519_private"})) return answer_derived(record);
  return answer_common<SplitPrf>(record);
}

// --- X25519 as a KEM
// --------------------------------------------------------------------------------------------------

Kat answer_adapter(const Record& record, const ComponentNames& names) {
  const Octets sk = required_bytes(record, names.x_sk), pk = required_bytes(record, names.x_pk);
  const Octets c = required_bytes(record, names.x_ct), K = required_bytes(record, names.x_secret);
  return all_of({all_give("pk", {DhWays::public_key(exact<32>(record, names.x_sk, sk))}, pk),
                 check_encapsulation<DhWays>(pk, required_bytes(record, names.x_eph), c, K, record),
                 check_decapsulation<DhWays>(sk, c, K, record)});
}

Kat answer_dh(const Record& record) {
  if (const ComponentNames* names = names_in(record)) return answer_adapter(record, *names);
  if (comes_from(record, "hybrid") && has_all(record, {"seed", "x25519_private", "x25519_public"})) {
    const Octets seed = required_bytes(record, "seed");
    const auto [pk, sk] = DhWays::keygen(View<32>(exact<96>(record, "seed", seed).first<32>()));
    return all_of({compare_field(record, "x25519_private", sk), compare_field(record, "x25519_public", pk)});
  }
  return comes_from(record, "x25519-kem") ? answer_common<DhWays>(record) : not_mine();
}

}  // namespace

template <>
Answer hybrid_answer<XWing>() {
  return answer_xwing;
}
template <>
Answer hybrid_answer<MlKem768X25519>() {
  return answer_split_prf;
}
Answer dh_answer() { return answer_dh; }

}  // namespace lydite::lab::kat
