// The operations of the composite signature.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lydite/composite.h"
#include "tests/programs/operation.h"

namespace lydite::programs {

template <composite::Framing F>
struct CompositeInputs {
  composite::PrivateKey sk{View<64>(Bytes<64>{10, 11})};
  composite::PublicKey pk = composite::public_key(sk);
  mldsa::Randomizer rnd;
  std::array<std::uint8_t, 100> message{12, 13};
  composite::Signature signature, bad_signature;
  std::optional<composite::PreparedPublicKey<F>> prepared_pk;
  std::optional<composite::PreparedPrivateKey<F>> prepared_sk;

  CompositeInputs() {
    const auto made = composite::sign<F>(sk, message, {}, rnd);
    require(made.has_value());
    signature = bad_signature = *made;
    bad_signature.back() = 0xFF;
    prepared_pk.emplace(std::move(composite::PreparedPublicKey<F>::import(pk).value()));
    prepared_sk.emplace(composite::PreparedPrivateKey<F>::expand(sk));
  }
};

template <composite::Framing F>
void add_composite(std::vector<Operation>& operations) {
  const auto in = std::make_shared<CompositeInputs<F>>();
  const auto add = [&operations](const char* name, auto run) {
    operations.push_back({std::string(F::name) + " " + name, run});
  };
  add("public key", [in] { (void)composite::public_key(in->sk); });
  add("keygen, random", [] { require(composite::keygen(system_entropy()).has_value()); });
  add("check key pair", [in] { require(composite::check_key_pair(in->sk.reveal(), in->pk).has_value()); });
  add("sign", [in] { require(composite::sign<F>(in->sk, in->message, {}, in->rnd).has_value()); });
  add("sign, random", [in] { require(composite::sign<F>(in->sk, in->message, {}, system_entropy()).has_value()); });
  add("verify", [in] { require(composite::verify<F>(in->pk, in->message, in->signature, {})); });
  add("verify, refusing", [in] { require(!composite::verify<F>(in->pk, in->message, in->bad_signature, {})); });
  add("verify many", [in] {
    std::array<composite::SignedMessage, 9> inputs;
    inputs.fill({in->pk, in->message, in->signature, {}});
    inputs[4].signature = in->bad_signature;
    std::array<bool, 9> valid;
    composite::verify_many<F>(inputs, valid);
    require(valid[0] && !valid[4] && valid[8]);
  });
  add("import public key", [in] { require(composite::PreparedPublicKey<F>::import(in->pk).has_value()); });
  add("import private key",
      [in] { require(composite::PreparedPrivateKey<F>::import(in->sk.reveal(), in->pk).has_value()); });
  add("expand private key", [in] { (void)composite::PreparedPrivateKey<F>::expand(in->sk); });
  add("prepared sign", [in] { require(composite::sign<F>(*in->prepared_sk, in->message, {}, in->rnd).has_value()); });
  add("prepared verify", [in] { require(composite::verify<F>(*in->prepared_pk, in->message, in->signature, {})); });
}

}  // namespace lydite::programs
