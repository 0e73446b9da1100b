// The row of a parameter set of ML-KEM.
#pragma once

#include <string>
#include <utility>

#include "lab/catalog/kem_prepared.h"

namespace lydite::lab {

template <mlkem::ParameterSet P>
[[nodiscard]] std::vector<Operation> mlkem_operations() {
  using namespace kem;
  return {
      operation<Keygen<P>>({"keygen", "key pair from the seed d || z, both keys encoded", 0, 1, nullptr}),
      operation<Encaps<P>>({"encaps", "from an encoded key and m, with the modulus check", 0, 1, nullptr}),
      operation<Decaps<P>>(
          {"decaps", "of an honest ciphertext from an encoded key, with the hash check", 0, 1, nullptr}),
      operation<Cycle<P>>({"cycle", "keygen, encaps and decaps with encoded keys", 0, 1, nullptr}),
      operation<DecapsBad<P>>({"decaps_bad", "of a ciphertext with one wrong bit: implicit rejection", 0, 1, nullptr}),
      operation<ImportEk<P>>({"import_ek", "checks of FIPS 203, section 7.2, and expansion of the key", 0, 1, nullptr}),
      operation<ImportDk<P>>({"import_dk", "checks of FIPS 203, section 7.3, and expansion of the key", 0, 1, nullptr}),
      operation<EncapsPrepared<P>>({"encaps_prepared", "with an expanded key", 0, 1, nullptr}),
      operation<DecapsPrepared<P>>({"decaps_prepared", "of an honest ciphertext with an expanded key", 0, 1, nullptr}),
      operation<EncapsMany<P>>({"encaps_many8", "eight at once, from eight encoded keys", 0, batch, nullptr}),
      operation<DecapsMany<P>>({"decaps_many8", "eight at once, with one expanded key", 0, batch, nullptr}),
      operation<Client<P>>({"client", "who offers a key: keygen, and decaps of the answer", 0, 1, nullptr}),
      operation<Server<P>>(
          {"server", "who answers: length and modulus check of the offered key, and encaps", 0, 1, nullptr}),
  };
}

template <mlkem::ParameterSet P>
[[nodiscard]] Algorithm mlkem_algorithm(std::string id) {
  return {std::move(id),
          P::name,
          "FIPS 203",
          "lydite",
          Kind::kKem,
          {{"encapsulation key", mlkem::encapsulation_key_size<P>},
           {"decapsulation key", mlkem::decapsulation_key_size<P>},
           {"ciphertext", mlkem::ciphertext_size<P>},
           {"shared key", mlkem::shared_key_size}},
          mlkem_operations<P>(),
          kat::mlkem_answer<P>()};
}

}  // namespace lydite::lab
