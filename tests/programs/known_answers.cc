// A self-test of a build: the accumulated known answers of ML-KEM, ML-DSA and SHA-3, on every target that this machine
// has. Small on purpose, so that every compiler, level and option of the build matrix can afford it.
//
// The procedure is C2SP/CCTV's for ML-KEM: SHAKE128 of the empty string gives d, z, m and a random ciphertext for each
// round; ek, dk, c, K and the rejection key of the random ciphertext go into a second SHAKE128. The expected values are
// those of 100 rounds for the final FIPS 203. Its procedure for ML-DSA: SHAKE128 of the empty string gives the seeds;
// the public key and the deterministic signature of the empty message go into the second one. Of its 100 rounds all are
// run.
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "lydite/cpu.h"
#include "lydite/mldsa.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"

namespace lydite {
namespace {

using Digest = std::array<char, 65>;

Digest hex(Message bytes) {
  Digest text{};
  for (std::size_t i = 0; i < bytes.size(); ++i) std::snprintf(&text[2 * i], 3, "%02x", bytes[i]);
  return text;
}

Digest squeeze(Shake128::Incremental& sponge) {
  Bytes<32> out;
  sponge.squeeze(out);
  return hex(out);
}

template <mlkem::ParameterSet P>
Digest accumulated_mlkem(int rounds) {
  Shake128::Incremental random, answers;
  for (int i = 0; i < rounds; ++i) {
    mlkem::Seed dz;
    Secret<32> m;
    mlkem::Ciphertext<P> garbage;
    random.squeeze(dz.fill());
    random.squeeze(m.fill());
    random.squeeze(garbage);
    const auto keys = mlkem::keygen<P>(dz);
    const auto sent = mlkem::encapsulate<P>(View<mlkem::encapsulation_key_size<P>>(keys.ek), m);
    if (!sent) return {"encapsulation failed"};
    const auto received = mlkem::decapsulate<P>(keys.dk, sent->c);
    const auto rejected = mlkem::decapsulate<P>(keys.dk, garbage);
    if (!received || !rejected) return {"decapsulation failed"};
    if (std::memcmp(received->reveal().data(), sent->K.reveal().data(), 32) != 0) return {"the two sides differ"};
    for (const Message part : {Message(keys.ek), Message(keys.dk.reveal()), Message(sent->c), Message(sent->K.reveal()),
                               Message(rejected->reveal())})
      answers.absorb(part);
  }
  return squeeze(answers);
}

template <mldsa::ParameterSet P>
Digest accumulated_mldsa(int rounds) {
  Shake128::Incremental random, answers;
  for (int i = 0; i < rounds; ++i) {
    mldsa::Seed xi;
    random.squeeze(xi.fill());
    const auto keys = mldsa::keygen<P>(xi);
    const auto signature = mldsa::sign_deterministic<P>(keys.sk, {}, {});
    if (!signature || !mldsa::verify<P>(keys.pk, {}, *signature, {})) return {"the signature is not valid"};
    answers.absorb(keys.pk);
    answers.absorb(*signature);
  }
  return squeeze(answers);
}

// SHA3-256 of the digests of SHA-3 and SHAKE for every message length up to three blocks of SHAKE128.
Digest accumulated_hash() {
  std::array<std::uint8_t, 504> message;
  Shake128::hash({}, message);
  Sha3_256::Incremental answers;
  for (std::size_t size = 0; size <= message.size(); ++size) {
    const Message piece = Message(message).first(size);
    std::array<std::uint8_t, 200> xof;
    Shake256::hash(piece, xof);
    answers.absorb(Sha3_224::hash(piece));
    answers.absorb(Sha3_256::hash(piece));
    answers.absorb(Sha3_384::hash(piece));
    answers.absorb(Sha3_512::hash(piece));
    answers.absorb(xof);
  }
  Bytes<32> out;
  answers.squeeze(out);
  return hex(out);
}

struct Answer {
  std::string_view name;
  std::string_view expected;
  Digest (*compute)();
};

constexpr Answer answers[] = {
    {"SHA-3 and SHAKE", "1a05f3e05895cd96e8955e832e05596b9c5ec68c0317d54740f890a63d9d9903",
     [] { return accumulated_hash(); }},
    {"ML-KEM-512", "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1",
     [] { return accumulated_mlkem<mlkem::MlKem512>(100); }},
    {"ML-KEM-768", "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7",
     [] { return accumulated_mlkem<mlkem::MlKem768>(100); }},
    {"ML-KEM-1024", "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df",
     [] { return accumulated_mlkem<mlkem::MlKem1024>(100); }},
    {"ML-DSA-44", "d51148e1f9f4fa1a723a6cf42e25f2a99eb5c1b378b3d2dbbd561b1203beeae4",
     [] { return accumulated_mldsa<mldsa::MlDsa44>(100); }},
    {"ML-DSA-65", "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199",
     [] { return accumulated_mldsa<mldsa::MlDsa65>(100); }},
    {"ML-DSA-87", "8c3ad714777622b8f21ce31bb35f71394f23bc0fcf3c78ace5d608990f3b061b",
     [] { return accumulated_mldsa<mldsa::MlDsa87>(100); }},
};

#ifdef __OPTIMIZE__
constexpr bool is_optimised = true;
#else
constexpr bool is_optimised = false;
#endif

int run() {
  int failed = 0;
  const auto targets = supported_targets();
  for (const std::string_view target : targets) {
    use_target(target);
    const bool runs_all = is_optimised || target == targets.front() || target == targets.back();
    for (const Answer& answer : answers) {
      if (!runs_all && answer.name.starts_with("ML-DSA")) continue;
      const Digest found = answer.compute();
      const bool right = answer.expected == found.data();
      failed += right ? 0 : 1;
      std::printf("%-8s %-16s %s\n", target.data(), answer.name.data(), right ? "passed" : found.data());
    }
  }
  std::printf("%d failed\n", failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace lydite

int main() { return lydite::run(); }
