// The operations of any signature scheme, by the lengths of messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/catalog/sig_keys.h"

namespace lydite::lab::sig {

using Lengths = std::span<const std::uint64_t>;

// The attempts of a signature are a matter of chance, so that a mean needs many; where hashing is all that counts, few.
template <class S>
[[nodiscard]] constexpr std::uint64_t signing_inputs(std::uint64_t length) {
  constexpr std::uint64_t many = 1024, few = 16;
  if (!S::has_coins) return length < Subjects<S>::long_message ? few : 1;
  return length <= 131072 ? many : few;
}
[[nodiscard]] constexpr std::uint64_t verification_inputs(std::uint64_t length) { return length <= 4096 ? 16 : 1; }

[[nodiscard]] inline std::string of_length(std::string what, std::uint64_t length) {
  return std::move(what) + " of " + std::to_string(length) + " bytes";
}
[[nodiscard]] inline std::string at(std::string name, std::uint64_t length) {
  return std::move(name) + "_" + std::to_string(length);
}

template <class S>
void add_signing(std::vector<Operation>& operations, Lengths encoded, Lengths prepared) {
  for (const std::uint64_t length : encoded) {
    operations.push_back(operation<Sign<S>>({at("sign", length), of_length("with an encoded key, a message", length),
                                             length, 1, nullptr, "", signing_inputs<S>(length)}));
  }
  for (const std::uint64_t length : prepared) {
    operations.push_back(
        operation<SignPrepared<S>>({at("sign_prepared", length), of_length("with an expanded key, a message", length),
                                    length, 1, nullptr, "", signing_inputs<S>(length)}));
  }
}

template <class S>
void add_verification(std::vector<Operation>& operations, Lengths lengths) {
  for (const std::uint64_t length : lengths) {
    operations.push_back(operation<Verify<S>>(
        {at("verify", length), of_length("a valid signature from an encoded key, for a message", length), length, 1,
         nullptr, "", verification_inputs(length)}));
  }
}
template <class S>
void add_prepared_verification(std::vector<Operation>& operations, Lengths lengths) {
  for (const std::uint64_t length : lengths) {
    operations.push_back(operation<VerifyPrepared<S>>(
        {at("verify_prepared", length), of_length("a valid signature with an expanded key, for a message", length),
         length, 1, nullptr, "", verification_inputs(length)}));
  }
}
template <class S>
void add_batch_verification(std::vector<Operation>& operations, Lengths lengths) {
  for (const std::uint64_t length : lengths) {
    operations.push_back(operation<VerifyMany<S>>(
        {at("verify_many8", length), of_length("eight signatures of eight signers at once, for messages", length),
         length, VerifyMany<S>::count, nullptr}));
  }
}

// A class of input to be refused. Where `is_uniform`, its time must be that of a valid signature.
struct Malformed {
  std::string name, description;
  Change change;
  bool is_uniform;
};

template <class S>
void add_refusals(std::vector<Operation>& operations, std::span<const Malformed> classes, Lengths lengths) {
  for (const std::uint64_t length : lengths) {
    for (const Malformed& malformed : classes) {
      operations.push_back(
          operation<VerifyBad<S>>({at(malformed.name, length), malformed.description, length, 1, nullptr,
                                   malformed.is_uniform ? at("verify", length) : "", verification_inputs(length)},
                                  malformed.change));
    }
  }
}

template <class S>
void add_keygen(std::vector<Operation>& operations) {
  operations.push_back(operation<Keygen<S>>({"keygen", "key pair from the seed, both keys encoded", 0, 1, nullptr}));
}
template <class S>
void add_public_import(std::vector<Operation>& operations) {
  operations.push_back(
      operation<ImportPublic<S>>({"import_pk", "checks and expansion of a public key", 0, 1, nullptr}));
}
template <class S>
void add_private_import(std::vector<Operation>& operations) {
  operations.push_back(
      operation<ImportPrivate<S>>({"import_sk", "checks and expansion of an encoded private key", 0, 1, nullptr}));
  operations.push_back(
      operation<Expand<S>>({"import_seed", "expansion of a private key from its seed", 0, 1, nullptr}));
}

}  // namespace lydite::lab::sig
