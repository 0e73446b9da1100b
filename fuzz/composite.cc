// Composite signatures: valid ones, changed where their encoding has structure, and keys changed likewise. The input is
// a list of changes of four bytes: what, where (two bytes), and with which value. The first byte chooses the framing.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "lydite/composite.h"
#include "lydite/ed25519.h"
#include "lydite/mldsa.h"
#include "lydite/sha2.h"

namespace lydite::composite {
namespace {

constexpr std::size_t first_key_size = mldsa::public_key_size<MlDsa>, first_size = mldsa::signature_size<MlDsa>;
constexpr std::size_t challenge_size = mldsa::challenge_size<MlDsa>, z_size = 640;
constexpr std::size_t hint_at = challenge_size + z_size * MlDsa::l, counts_at = first_size - MlDsa::k;
constexpr std::array<std::uint8_t, 32> L = {0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7,
                                            0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0,    0,    0,    0,    0,    0,
                                            0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};

void require(bool holds) {
  if (!holds) std::abort();
}

template <Framing F>
struct Fuzz {
  struct Honest {
    KeyPair keys, others;
    Bytes<11> message{1, 2, 3};
    Signature signature, foreign;

    Honest() {
      std::ranges::fill(others.sk.fill(), std::uint8_t{1});
      keys.pk = public_key(keys.sk);
      others.pk = public_key(others.sk);
      signature = *sign_deterministic<F>(keys.sk, message, {});
      foreign = *sign_deterministic<F>(others.sk, message, {});
    }
  };
  static const Honest& honest() {
    static const Honest instance;
    return instance;
  }

  struct Input {
    PublicKey pk = honest().keys.pk;
    Signature signature = honest().signature;

    // S + L, modulo 2^256.
    void add_order() {
      unsigned carry = 0;
      for (std::size_t i = 0; i < 32; ++i) {
        carry += signature[first_size + 32 + i] + unsigned{L[i]};
        signature[first_size + 32 + i] = static_cast<std::uint8_t>(carry);
        carry >>= 8;
      }
    }
    // Coefficient `where` of z, whose encoding has 20 bits.
    void set_coefficient(std::size_t where, std::uint32_t value) {
      for (unsigned bit = 0; bit < 20; ++bit) {
        const std::size_t at = 20 * (where % (256 * MlDsa::l)) + bit;
        std::uint8_t& byte = signature[challenge_size + at / 8];
        byte = static_cast<std::uint8_t>((byte & ~(1U << at % 8)) | (value >> bit & 1) << at % 8);
      }
    }

    void change(unsigned what, std::size_t where, std::uint8_t value) {
      // The norm of z must be below gamma1 - beta; the encoding is gamma1 - z.
      constexpr std::uint32_t least = MlDsa::beta + 1, most = 2 * MlDsa::gamma1 - MlDsa::beta - 1;
      const auto& theirs = honest();
      switch (what % 12) {
        case 0:
          signature[where % signature.size()] ^= value;
          return;
        case 1:
          signature[where % challenge_size] = value;
          return;
        case 2:
          return set_coefficient(where, least - 2 + value % 5);
        case 3:
          return set_coefficient(where, most - 2 + value % 5);
        case 4:
          signature[hint_at + where % MlDsa::omega] = value;
          return;
        case 5:
          signature[counts_at + where % MlDsa::k] = value;
          return;
        case 6:  // a hint twice
          signature[hint_at + where % (MlDsa::omega - 1) + 1] = signature[hint_at + where % (MlDsa::omega - 1)];
          return;
        case 7:
          return add_order();
        case 8:
          signature[first_size + where % 64] = value;
          return;
        case 9:  // one half of another signer
          if (value % 2 == 0) {
            std::copy_n(theirs.foreign.begin(), first_size, signature.begin());
          } else {
            std::copy_n(theirs.foreign.begin() + first_size, 64, signature.begin() + first_size);
          }
          return;
        case 10:
          pk[where % pk.size()] ^= value;
          return;
        default:
          pk[first_key_size + where % 32] = value;
          return;
      }
    }
  };

  // The halves by themselves: what is signed is the message or, for the draft's framing, its digest in a frame.
  static bool verify_halves(const Input& input) {
    const Message pk = input.pk, signature = input.signature, message = honest().message;
    Bytes<127> represented{};
    Message subject = message, context;
    if constexpr (F::max_context_size > 0) {
      constexpr char head[] = "CompositeAlgorithmSignatures2025COMPSIG-MLDSA65-Ed25519-SHA512";
      std::copy_n(head, 62, represented.begin());
      std::ranges::copy(Sha512::hash(message), represented.begin() + 63);
      subject = represented;
      context = subject.subspan(32, 30);
    }
    return mldsa::verify<MlDsa>(pk.first(first_key_size), subject, signature.first(first_size), context) &&
           ed25519::verify(pk.subspan(first_key_size), subject, signature.subspan(first_size));
  }

  static void run(Message changes) {
    Input input;
    for (; changes.size() >= 4; changes = changes.subspan(4))
      input.change(changes[0], changes[1] | std::size_t{changes[2]} << 8, changes[3]);
    const Honest& made = honest();
    const bool valid = verify<F>(input.pk, made.message, input.signature, {});
    // A change that leaves a valid signature would be a second one for the message.
    require(valid == (input.pk == made.keys.pk && input.signature == made.signature));
    require(valid == verify_halves(input));
    const auto prepared = PreparedPublicKey<F>::import(input.pk);
    require(prepared.has_value() == check_public_key(input.pk).has_value());
    if (prepared) require(valid == verify(*prepared, made.message, input.signature, {}));
    const std::array<SignedMessage, 2> inputs{SignedMessage{made.keys.pk, made.message, made.signature, {}},
                                              SignedMessage{input.pk, made.message, input.signature, {}}};
    std::array<bool, 2> results{};
    composite::verify_many<F>(inputs, results);
    require(results[0] && results[1] == valid);
  }
};

}  // namespace
}  // namespace lydite::composite

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::composite;
  if (size == 0) return 0;
  const auto run = data[0] % 2 == 0 ? Fuzz<FogMlDsa65Ed25519>::run : Fuzz<MlDsa65Ed25519Sha512>::run;
  run({data + 1, size - 1});
  return 0;
}
