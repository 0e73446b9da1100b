// What ML-KEM (FIPS 203) could leave behind.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "tests/programs/wiping_search.h"

namespace lydite::programs {

// The coefficients of s_hat as 16-bit words, as a prepared key or working memory would hold them: between 0 and q, or
// centred around 0.
template <std::size_t N>
void unpack(View<N> packed, bool is_centred, std::span<std::uint8_t> words) {
  const auto word = [is_centred](int x) { return static_cast<std::int16_t>(is_centred && x > 1664 ? x - 3329 : x); };
  for (std::size_t i = 0; i < N / 3; ++i) {
    const std::int16_t pair[2] = {word(packed[3 * i] | (packed[3 * i + 1] & 15) << 8),
                                  word(packed[3 * i + 1] >> 4 | packed[3 * i + 2] << 4)};
    std::memcpy(&words[4 * i], pair, 4);
  }
}

// PRF(seed, 0) || PRF(seed, 1) || ...: what the noise is sampled from (FIPS 203, section 4.1).
inline void add_prf(MaskedSecrets& secrets, const char* name, View<32> seed) {
  Bytes<33> input;
  std::ranges::copy(seed, input.begin());
  Bytes<192> output;
  for (std::uint8_t i = 0; i < 9; ++i) {
    input[32] = i;
    Shake256::hash(input, output);
    secrets.add(name, output);
  }
  wipe(input);
  wipe(output);
}

template <mlkem::ParameterSet P>
struct MlKemWiping {
  static constexpr const char* name = P::name;
  struct Inputs : MaskedSecrets {
    Bytes<mlkem::encapsulation_key_size<P>> ek;
    mlkem::Ciphertext<P> c, bad_c;
    Bytes<32> h;
  };

  static Inputs make() {
    Inputs secrets;
    Shake256::Incremental random;
    random.absorb(Message(reinterpret_cast<const std::uint8_t*>(P::name), sizeof P::name));
    Bytes<65> d_z_k{};
    random.squeeze(std::span(d_z_k).template first<64>());
    Secret<32> m;
    random.squeeze(m.fill());
    const mlkem::Seed dz{View<64>(d_z_k.data(), 64)};
    const auto keys = mlkem::keygen<P>(dz);
    const auto sent = mlkem::encapsulate<P>(View<mlkem::encapsulation_key_size<P>>(keys.ek), m);
    secrets.ek = keys.ek;
    secrets.c = secrets.bad_c = sent->c;
    secrets.bad_c[7] ^= 4;
    secrets.h = Sha3_256::hash(keys.ek);
    const auto rejected = mlkem::decapsulate<P>(keys.dk, secrets.bad_c);

    const auto add = [&](const char* what, Message plain) { secrets.add(what, plain); };
    add("d || z", dz.reveal());
    add("m", m.reveal());
    add("*dk", keys.dk.reveal());
    add("s_hat", keys.dk.reveal().template first<384 * P::k>());
    Bytes<512 * P::k> words;
    for (const bool is_centred : {false, true}) {
      unpack(keys.dk.reveal().template first<384 * P::k>(), is_centred, words);
      add(is_centred ? "s_hat as centred words" : "s_hat as words", words);
    }
    wipe(words);
    add("K", sent->K.reveal());
    add("rejection K", rejected->reveal());
    // G(d || k) = (rho, sigma) and G(m || H(ek)) = (K, r): FIPS 203, algorithms 13 and 17.
    d_z_k[32] = P::k;
    Bytes<64> g = Sha3_512::hash(Message(d_z_k).first(33));
    add("sigma", View<64>(g).template last<32>());
    add_prf(secrets, "PRF(sigma)", View<64>(g).template last<32>());
    wipe(d_z_k);
    Sha3_512::Incremental hash;
    hash.absorb(m.reveal());
    hash.absorb(secrets.h);
    hash.squeeze(g);
    add("r", View<64>(g).template last<32>());
    add_prf(secrets, "PRF(r)", View<64>(g).template last<32>());
    wipe(g);
    return secrets;
  }

  static std::vector<Subject> subjects(const Inputs& in) {
    constexpr std::size_t dk_size = mlkem::decapsulation_key_size<P>;
    const View<mlkem::encapsulation_key_size<P>> ek(in.ek);
    using Prepared = mlkem::PreparedDecapsulationKey<P>;
    return {
        {"keygen", [&in] { (void)mlkem::keygen<P>(in.template secret<64>("d || z")); }},
        {"encapsulate", [&in, ek] { (void)mlkem::encapsulate<P>(ek, in.template secret<32>("m")); }},
        {"decapsulate", [&in] { (void)mlkem::decapsulate<P>(in.template secret<dk_size>("*dk"), in.c); }},
        {"decapsulate, rejecting",
         [&in] { (void)mlkem::decapsulate<P>(in.template secret<dk_size>("*dk"), in.bad_c); }},
        {"decapsulate, refusing",
         [&in] {
           auto dk = in.template secret<dk_size>("*dk");
           dk.fill()[dk_size - 64] ^= 1;
           (void)mlkem::decapsulate<P>(dk, in.c);
         }},
        {"prepared encapsulate",
         [&in, ek] {
           const auto prepared = mlkem::PreparedEncapsulationKey<P>::import(ek);
           (void)mlkem::encapsulate<P>(*prepared, in.template secret<32>("m"));
         }},
        {"import and decapsulate",
         [&in] {
           const auto prepared = Prepared::import(in.template secret<dk_size>("*dk").reveal());
           (void)mlkem::decapsulate<P>(*prepared, in.c);
         }},
        {"expand and decapsulate",
         [&in] {
           const auto prepared = Prepared::expand(in.template secret<64>("d || z"));
           (void)mlkem::decapsulate<P>(prepared, in.bad_c);
         }},
        {"encapsulate in two halves",
         [&in, ek] {
           const mlkem::EncapsulationKeyHeader header = mlkem::header<P>(ek);
           const auto first = mlkem::encapsulate_first<P>(header, in.template secret<32>("m"));
           (void)mlkem::encapsulate_second<P>(header, first.state, mlkem::vector<P>(ek));
         }},
    };
  }
};

}  // namespace lydite::programs
