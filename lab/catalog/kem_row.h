// The operations that every KEM has.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/catalog/kem_prepared.h"

namespace lydite::lab::kem {

template <class S>
void add_encoded(std::vector<Operation>& operations) {
  operations.push_back(operation<Keygen<S>>({"keygen", S::about_keygen, 0, 1, nullptr}));
  operations.push_back(operation<Encaps<S>>({"encaps", S::about_encaps, 0, 1, nullptr}));
  operations.push_back(operation<Decaps<S>>({"decaps", S::about_decaps, 0, 1, nullptr}));
  operations.push_back(operation<Cycle<S>>({"cycle", "keygen, encaps and decaps with encoded keys", 0, 1, nullptr}));
}

template <class S>
void add_import(std::vector<Operation>& operations) {
  operations.push_back(operation<ImportEk<S>>({"import_ek", S::about_import_ek, 0, 1, nullptr}));
  operations.push_back(operation<ImportDk<S>>({"import_dk", S::about_import_dk, 0, 1, nullptr}));
}

template <class S>
void add_prepared(std::vector<Operation>& operations) {
  operations.push_back(operation<EncapsPrepared<S>>({"encaps_prepared", "with an expanded key", 0, 1, nullptr}));
  operations.push_back(
      operation<DecapsPrepared<S>>({"decaps_prepared", "of an honest ciphertext with an expanded key", 0, 1, nullptr}));
}

template <class S>
void add_batch_encapsulation(std::vector<Operation>& operations) {
  operations.push_back(
      operation<EncapsMany<S>>({"encaps_many8", "eight at once, from eight encoded keys", 0, batch, nullptr}));
}
template <class S>
void add_batch_decapsulation(std::vector<Operation>& operations) {
  operations.push_back(
      operation<DecapsMany<S>>({"decaps_many8", "eight at once, with one expanded key", 0, batch, nullptr}));
}

template <class S>
void add_handshake(std::vector<Operation>& operations) {
  operations.push_back(
      operation<Client<S>>({"client", "who offers a key: keygen, and decaps of the answer", 0, 1, nullptr}));
  operations.push_back(operation<Server<S>>(
      {"server", "who answers: length and other checks of the offered key, and encaps", 0, 1, nullptr}));
}

// A class of malformed ciphertexts. Where `is_uniform`, decapsulation must take the time of an honest one.
template <class S>
struct Malformed {
  std::string suffix, description;
  Change<S> change;
  bool is_uniform;
};

template <class S>
void add_refusal(std::vector<Operation>& operations, const Malformed<S>& malformed) {
  operations.push_back(operation<DecapsBad<S>>(
      {"decaps_bad" + malformed.suffix, malformed.description, 0, 1, nullptr, malformed.is_uniform ? "decaps" : ""},
      malformed.change));
}
template <class S>
void add_prepared_refusal(std::vector<Operation>& operations, const Malformed<S>& malformed) {
  operations.push_back(operation<DecapsBadPrepared<S>>(
      {"decaps_prepared_bad" + malformed.suffix, malformed.description + ", with an expanded key", 0, 1, nullptr,
       malformed.is_uniform ? "decaps_prepared" : ""},
      malformed.change));
}

}  // namespace lydite::lab::kem
