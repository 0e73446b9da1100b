#include <array>
#include <utility>
#include <vector>

#include "cli/sig.h"
#include "lydite/composite.h"
#include "lydite/ed25519.h"
#include "lydite/entropy.h"
#include "lydite/mldsa.h"
#include "lydite/sha2.h"
#include "lydite/sha3.h"

namespace lydite::cli {
namespace {

using Container = KeyType::Container;

Result<mldsa::Randomizer> randomizer(const SigJob& job) {
  mldsa::Randomizer rnd;  // zero: the deterministic variant
  if (job.is_deterministic) return rnd;
  if (const auto filled = system_entropy().fill(rnd.fill()); !filled) return filled.error();
  return rnd;
}

template <class T>
Result<Buffer> to_buffer(const Result<T>& bytes) {
  if (!bytes) return bytes.error();
  return Buffer(*bytes);
}

// --- ML-DSA: mu is computed piece by piece ---

template <mldsa::ParameterSet P>
struct MlDsa {
  using Prepared = mldsa::PreparedPrivateKey<P>;

  static mldsa::Seed seed(Message bytes) { return mldsa::Seed(*exactly<mldsa::seed_size>(bytes)); }
  static Result<Prepared> prepare(Message sk) {
    if (sk.size() == mldsa::seed_size) return Prepared::expand(seed(sk));
    return Prepared::import(sk);
  }
  static KeyBytes generate(Message xi, const std::string& form) {
    const auto keys = mldsa::keygen<P>(seed(xi));
    return {Buffer(keys.pk), Buffer(form == "seed" ? xi : Message(keys.sk.reveal()))};
  }
  static Buffer expand(Message xi) { return Buffer(mldsa::keygen<P>(seed(xi)).sk.reveal()); }
  static Result<Buffer> public_key(Message sk) {
    if (sk.size() == mldsa::seed_size) return Buffer(mldsa::keygen<P>(seed(sk)).pk);
    return to_buffer(mldsa::public_key<P>(sk));
  }

  static Result<mldsa::MessageRepresentative> mu(const SigJob& job, View<64> tr) {
    auto hash = mldsa::MessageHash::begin(tr, job.context);
    if (!hash) return hash.error();
    job.message.feed(*hash);
    return hash->finish();
  }
  static Result<Buffer> sign(const SigJob& job) {
    const auto key = prepare(job.key);
    if (!key) return key.error();
    const auto representative = mu(job, key->hash());
    const auto rnd = randomizer(job);
    if (!representative || !rnd) return representative ? rnd.error() : representative.error();
    return to_buffer(mldsa::sign_mu(*key, *representative, *rnd));
  }
  static bool verify(const SigJob& job, Message signature) {
    const auto key = mldsa::PreparedPublicKey<P>::import(job.key);
    const auto representative = key ? mu(job, key->hash()) : key.error();
    return representative && mldsa::verify_mu(*key, *representative, signature);
  }

  static mldsa::Digest digest(const SigJob& job) {
    mldsa::Digest digest;
    digest.size = job.pre_hash->size;
    job.pre_hash->digest(job.message, std::span(digest.bytes).first(digest.size));
    return digest;
  }
  static Result<Buffer> hash_sign(const SigJob& job) {
    const Buffer expanded = job.key.size() == mldsa::seed_size ? expand(job.key) : Buffer(job.key);
    if (const auto checked = mldsa::check_private_key<P>(expanded.view()); !checked) return checked.error();
    const mldsa::PrivateKey<P> sk(*exactly<mldsa::private_key_size<P>>(expanded.view()));
    const auto rnd = randomizer(job);
    if (!rnd) return rnd.error();
    return to_buffer(mldsa::hash_sign<P>(sk, job.pre_hash->pre_hash, digest(job).view(), job.context, *rnd));
  }
  static bool hash_verify(const SigJob& job, Message signature) {
    return mldsa::hash_verify<P>(job.key, job.pre_hash->pre_hash, digest(job).view(), signature, job.context);
  }

  // The set's OID is 2.16.840.1.101.3.4.3.x.
  static const KeyType& type(std::uint8_t x) {
    static const KeyType key = {P::name,
                                {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, x},
                                P::name,
                                Container::kChoice,
                                mldsa::public_key_size<P>,
                                {{"seed", mldsa::seed_size}, {"expanded", mldsa::private_key_size<P>}},
                                1,
                                mldsa::seed_size,
                                generate,
                                public_key,
                                expand,
                                mldsa::check_public_key<P>};
    return key;
  }
  static SigScheme pure(std::string id, std::uint8_t x) {
    return {{std::move(id), &type(x)}, mldsa::signature_size<P>, mldsa::max_context_size, 0, sign, verify};
  }
  // With the keys of the pure scheme, which does not take its signatures. Collisions of the digest must be as hard as
  // those of c_tilde (section 5.4), which is as long.
  static SigScheme hashed(std::string id, std::uint8_t x) {
    return {{std::move(id), &type(x), true},
            mldsa::signature_size<P>,
            mldsa::max_context_size,
            mldsa::challenge_size<P>,
            hash_sign,
            hash_verify};
  }
};

// --- Ed25519: two hashes of the message, so all of it is read first ---

struct Ed25519 {
  static ed25519::PrivateKey expand(Message seed) {
    return ed25519::PrivateKey::expand(ed25519::Seed(*exactly<ed25519::seed_size>(seed)));
  }
  static KeyBytes generate(Message seed, const std::string&) {
    return {Buffer(expand(seed).public_key()), Buffer(seed)};
  }
  static Result<Buffer> public_key(Message seed) { return Buffer(expand(seed).public_key()); }
  static Result<Buffer> sign(const SigJob& job) { return Buffer(ed25519::sign(expand(job.key), job.message.whole())); }
  static bool verify(const SigJob& job, Message signature) {
    return ed25519::verify(job.key, job.message.whole(), signature);
  }

  // RFC 8410: 1.3.101.112.
  static SigScheme scheme() {
    static const KeyType key = {"Ed25519",
                                {0x2b, 0x65, 0x70},
                                "ED25519",
                                Container::kCurve,
                                ed25519::public_key_size,
                                {{"seed", ed25519::seed_size}},
                                0,
                                ed25519::seed_size,
                                generate,
                                public_key,
                                nullptr,
                                ed25519::check_public_key};
    return {{"ed25519", &key}, ed25519::signature_size, 0, 0, sign, verify};
  }
};

// --- Composites ---

struct Composite {
  static composite::PrivateKey key(Message sk) {
    return composite::PrivateKey(*exactly<composite::private_key_size>(sk));
  }
  static KeyBytes generate(Message seeds, const std::string&) {
    return {Buffer(composite::public_key(key(seeds))), Buffer(seeds)};
  }
  static Result<Buffer> public_key(Message sk) { return Buffer(composite::public_key(key(sk))); }
  static KeyType type(std::string name, std::vector<std::uint8_t> oid, std::string label) {
    return {std::move(name),
            std::move(oid),
            std::move(label),
            Container::kBare,
            composite::public_key_size,
            {{"seed", composite::private_key_size}},
            0,
            composite::private_key_size,
            generate,
            public_key,
            nullptr,
            composite::check_public_key};
  }
};

// The half of Ed25519 is over the message itself.
struct Fog : Composite {
  using Framing = composite::FogMlDsa65Ed25519;

  static Result<Buffer> sign(const SigJob& job) {
    const auto rnd = randomizer(job);
    if (!rnd) return rnd.error();
    return to_buffer(composite::sign<Framing>(key(job.key), job.message.whole(), job.context, *rnd));
  }
  static bool verify(const SigJob& job, Message signature) {
    return composite::verify<Framing>(job.key, job.message.whole(), signature, job.context);
  }
  static SigScheme scheme() {
    static const KeyType key = type(Framing::name, {}, "FOG-MLDSA65-ED25519");
    return {{"fog-mldsa65-ed25519", &key}, composite::signature_size, Framing::max_context_size, 0, sign, verify};
  }
};

// Both halves are over the digest of the message.
struct Lamps : Composite {
  using Framing = composite::MlDsa65Ed25519Sha512;

  static composite::MessageDigest digest(const SigJob& job) {
    Sha512::Incremental hash;
    job.message.feed(hash);
    return hash.finish();
  }
  static Result<Buffer> sign(const SigJob& job) {
    const auto rnd = randomizer(job);
    if (!rnd) return rnd.error();
    return to_buffer(composite::sign_digest(key(job.key), digest(job), job.context, *rnd));
  }
  static bool verify(const SigJob& job, Message signature) {
    return composite::verify_digest(job.key, digest(job), signature, job.context);
  }
  // 1.3.6.1.5.5.7.6.48.
  static SigScheme scheme() {
    static const KeyType key =
        type(Framing::name, {0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06, 0x30}, "MLDSA65-ED25519-SHA512");
    return {{"mldsa65-ed25519-sha512", &key}, composite::signature_size, Framing::max_context_size, 0, sign, verify};
  }
};

}  // namespace

const Family& sig_family() {
  using mldsa::MlDsa44, mldsa::MlDsa65, mldsa::MlDsa87;
  static const std::array schemes = {
      MlDsa<MlDsa44>::pure("ml-dsa-44", 17),
      MlDsa<MlDsa65>::pure("ml-dsa-65", 18),
      MlDsa<MlDsa87>::pure("ml-dsa-87", 19),
      Ed25519::scheme(),
      Fog::scheme(),
      Lamps::scheme(),
      MlDsa<MlDsa44>::hashed("hash-ml-dsa-44", 17),
      MlDsa<MlDsa65>::hashed("hash-ml-dsa-65", 18),
      MlDsa<MlDsa87>::hashed("hash-ml-dsa-87", 19),
  };
  static const Family family = [] {
    Family made{"lydite sig", "--alg", "--pk", "--sk", "public key", "private key", {}};
    for (const SigScheme& scheme : schemes) made.schemes.push_back(&scheme);
    return made;
  }();
  return family;
}

}  // namespace lydite::cli
