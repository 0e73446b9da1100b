// The split view: what needs rho and H(ek) alone, and what needs the vector of the key.
#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "src/mlkem/internal.h"

namespace lydite::mlkem {

template <class P>
EncapsulationKeyHeader header(View<encapsulation_key_size<P>> ek) noexcept {
  EncapsulationKeyHeader result;
  copy<32>(rho<P>(ek), result.rho);
  result.h = Sha3_256::hash(ek);
  return result;
}

template <class P>
FirstHalf<P> encapsulate_first(const EncapsulationKeyHeader& header, const Secret<32>& m) noexcept {
  alignas(64) std::array<Polynomial, P::k * P::k> A_hat;
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.derive(m.reveal(), header.h);
  encryption.expand_matrix(header.rho, A_hat.data());
  lanes.run();
  FirstHalf<P> result;
  encryption.add_message(m.reveal());
  encryption.compute_u(A_hat.data(), result.c1);
  declassify(result.c1);  // the ciphertext is sent
  encryption.save(result.state.fill());
  copy<32>(encryption.K(), result.K.fill());
  return result;
}

template <class P>
Result<Bytes<c2_size<P>>> encapsulate_second(const EncapsulationKeyHeader& header, const EncapsulationState<P>& state,
                                             View<vector_size<P>> vector) noexcept {
  alignas(64) std::array<Polynomial, P::k> t_hat;
  if (!decode_vector<P>(vector, t_hat.data())) return Error::kNonCanonical;
  Sha3_256::Incremental sponge;
  sponge.absorb(vector);
  sponge.absorb(header.rho);
  Bytes<32> h;
  sponge.squeeze(h);
  if (h != header.h) return Error::kKeyHashMismatch;
  Lanes lanes;
  Encryption<P> encryption(lanes);
  encryption.restore(state.reveal());
  Bytes<c2_size<P>> result;
  encryption.compute_v(t_hat.data(), result);
  declassify(result);  // the ciphertext is sent
  return result;
}

#define LYDITE_MLKEM_INSTANTIATE(P)                                                                      \
  template EncapsulationKeyHeader header<P>(View<encapsulation_key_size<P>>) noexcept;                   \
  template FirstHalf<P> encapsulate_first<P>(const EncapsulationKeyHeader&, const Secret<32>&) noexcept; \
  template Result<Bytes<c2_size<P>>> encapsulate_second<P>(                                              \
      const EncapsulationKeyHeader&, const EncapsulationState<P>&, View<vector_size<P>>) noexcept;

LYDITE_MLKEM_INSTANTIATE(MlKem512)
LYDITE_MLKEM_INSTANTIATE(MlKem768)
LYDITE_MLKEM_INSTANTIATE(MlKem1024)

}  // namespace lydite::mlkem
