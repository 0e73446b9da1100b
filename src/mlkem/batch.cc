// Batches: vector lanes filled from independent inputs.
#include "lydite/mlkem.h"
#include "src/mlkem/internal.h"

namespace lydite::mlkem {

template <ParameterSet P>
void encapsulate_many(std::span<const EncapsulationKey<P>> eks, std::span<const Secret<32>> ms,
                      std::span<Result<Encapsulation<P>>> out) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = encapsulate<P>(eks[i], ms[i]);
}

template <ParameterSet P>
void decapsulate_many(const PreparedDecapsulationKey<P>& dk, std::span<const Ciphertext<P>> cs,
                      std::span<SharedKey> out) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = decapsulate<P>(dk, cs[i]);
}

#define LYDITE_MLKEM_INSTANTIATE(P)                                                                     \
  template void encapsulate_many<P>(std::span<const EncapsulationKey<P>>, std::span<const Secret<32>>,  \
                                    std::span<Result<Encapsulation<P>>>) noexcept;                      \
  template void decapsulate_many<P>(const PreparedDecapsulationKey<P>&, std::span<const Ciphertext<P>>, \
                                    std::span<SharedKey>) noexcept;

LYDITE_MLKEM_INSTANTIATE(MlKem512)
LYDITE_MLKEM_INSTANTIATE(MlKem768)
LYDITE_MLKEM_INSTANTIATE(MlKem1024)

}  // namespace lydite::mlkem
