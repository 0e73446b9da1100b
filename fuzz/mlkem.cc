// ML-KEM: import of keys of any length and content, encapsulation to them, decapsulation of any ciphertext.
// The first byte chooses the parameter set and what the rest is taken for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "lydite/mlkem.h"
#include "lydite/sha3.h"

namespace lydite {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(Message a, Message b) { return std::ranges::equal(a, b); }

template <mlkem::ParameterSet P>
struct Fuzz {
  static constexpr std::size_t ek_size = mlkem::encapsulation_key_size<P>;
  static constexpr std::size_t dk_size = mlkem::decapsulation_key_size<P>;
  static constexpr std::size_t c_size = mlkem::ciphertext_size<P>;

  struct Honest {
    mlkem::KeyPair<P> keys = mlkem::keygen<P>(mlkem::Seed());
    mlkem::PreparedDecapsulationKey<P> prepared = mlkem::PreparedDecapsulationKey<P>::expand(mlkem::Seed());
    mlkem::Encapsulation<P> sent = mlkem::encapsulate<P>(prepared.encapsulation_key(), Secret<32>());
  };
  static const Honest& honest() {
    static const Honest instance;
    return instance;
  }

  // Every way to use a key gives the same verdict on it.
  static void encapsulation_key(Message bytes) {
    const auto checked = mlkem::check_encapsulation_key<P>(bytes);
    const auto imported = mlkem::PreparedEncapsulationKey<P>::import(bytes);
    require(checked.has_value() == imported.has_value());
    const auto sized = exactly<ek_size>(bytes);
    require(sized.has_value() || checked.error() == Error::kInvalidLength);
    if (!sized) return;
    const auto sent = mlkem::encapsulate<P>(*sized, Secret<32>());
    require(sent.has_value() == checked.has_value());
    if (!sent) {
      require(sent.error() == Error::kNonCanonical && checked.error() == Error::kNonCanonical);
      return;
    }
    const auto again = mlkem::encapsulate<P>(*imported, Secret<32>());
    require(again.c == sent->c && same(again.K.reveal(), sent->K.reveal()));
  }

  static void decapsulation_key(Message bytes) {
    const auto checked = mlkem::check_decapsulation_key<P>(bytes);
    const auto imported = mlkem::PreparedDecapsulationKey<P>::import(bytes);
    const auto sized = exactly<dk_size>(bytes);
    require(sized.has_value() || (!checked && checked.error() == Error::kInvalidLength && !imported));
    if (!sized) return;
    const auto K = mlkem::decapsulate<P>(mlkem::DecapsulationKey<P>(*sized), honest().sent.c);
    require(K.has_value() == checked.has_value() && (checked.has_value() || !imported.has_value()));
    if (imported) require(same(mlkem::decapsulate<P>(*imported, honest().sent.c).reveal(), K->reveal()));
  }

  // Right hash, any content: what random bytes do not reach.
  static void hashed_decapsulation_key(Message bytes) {
    mlkem::DecapsulationKey<P> dk(honest().keys.dk.reveal());
    std::ranges::copy(bytes.first(std::min(bytes.size(), dk_size)), dk.fill().begin());
    const auto h = Sha3_256::hash(dk.reveal().template subspan<384 * P::k, ek_size>());
    std::ranges::copy(h, dk.fill().begin() + 768 * P::k + 32);
    require(mlkem::check_decapsulation_key<P>(dk.reveal()).has_value());
    decapsulation_key(dk.reveal());
  }

  // The honest ciphertext with the bytes put over its beginning: the honest key for the honest one, else J(z || c).
  static void ciphertext(Message bytes) {
    mlkem::Ciphertext<P> c = honest().sent.c;
    std::ranges::copy(bytes.first(std::min(bytes.size(), c_size)), c.begin());
    const auto K = mlkem::decapsulate<P>(honest().keys.dk, c);
    require(K.has_value() && same(mlkem::decapsulate<P>(honest().prepared, c).reveal(), K->reveal()));
    Shake256::Incremental J;
    J.absorb(honest().keys.dk.reveal().template last<32>());
    J.absorb(c);
    Bytes<32> rejection;
    J.squeeze(rejection);
    require(same(K->reveal(), c == honest().sent.c ? Message(honest().sent.K.reveal()) : Message(rejection)));
  }

  static void run(unsigned kind, Message bytes) {
    constexpr void (*kinds[])(Message) = {encapsulation_key, decapsulation_key, hashed_decapsulation_key, ciphertext};
    kinds[kind % 4](bytes);
  }
};

}  // namespace
}  // namespace lydite

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite;
  if (size == 0) return 0;
  constexpr void (*sets[])(unsigned, Message) = {Fuzz<mlkem::MlKem512>::run, Fuzz<mlkem::MlKem768>::run,
                                                 Fuzz<mlkem::MlKem1024>::run};
  sets[data[0] / 4 % 3](data[0] % 4, Message(data + 1, size - 1));
  return 0;
}
