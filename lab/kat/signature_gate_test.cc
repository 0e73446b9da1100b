// The controls that the gate makes of records of signature schemes: what each of them finds.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "lab/kat/answer.h"
#include "lab/kat/gate.h"
#include "lydite/mldsa.h"

namespace lydite::lab::kat {
namespace {

using P = mldsa::MlDsa44;
using Verifier = std::function<bool(Message pk, Message message, Message signature, Message context)>;
using Signer = std::function<Octets(const Octets& sk, const Octets& message)>;

const mldsa::KeyPair<P>& keys() {
  static const auto pair = mldsa::keygen<P>(mldsa::Seed());
  return pair;
}
const Octets message{1, 2, 3}, context{4, 5};

Record record_of(std::vector<std::pair<std::string, Octets>> fields) {
  Record record;
  record.source = "signatures/made-here.tv";
  for (auto& [name, bytes] : fields) record.fields[name] = to_hex(bytes);
  record.fields["result"] = "valid";
  return record;
}
VectorFile verification() {
  const auto signature = *mldsa::sign_deterministic<P>(keys().sk, message, context);
  const Octets pk(keys().pk.begin(), keys().pk.end()), sig(signature.begin(), signature.end());
  return {
      "signatures/made-here.tv", "", {record_of({{"pk", pk}, {"msg", message}, {"ctx", context}, {"sig", sig}})}, ""};
}
VectorFile signing() {
  const auto signature = *mldsa::sign_deterministic<P>(keys().sk, message, {});
  const auto secret = keys().sk.reveal();
  const Octets sk(secret.begin(), secret.end()), sig(signature.begin(), signature.end());
  return {"signatures/made-here.tv", "", {record_of({{"sk", sk}, {"msg", message}, {"sig", sig}})}, ""};
}

std::string outcome(const VectorFile& file, Answer answer) {
  const Algorithm row{"x", "x", "x", "x", Kind::kSignature, {}, {}, std::move(answer)};
  const Algorithm* rows[] = {&row};
  return run_gate({&file, 1}, rows).algorithms.front().outcome;
}
std::string outcome_of(const Verifier& verify) {
  return outcome(verification(), [verify](const Record& record) {
    const bool valid = verify(required_bytes(record, "pk"), required_bytes(record, "msg"),
                              required_bytes(record, "sig"), required_bytes(record, "ctx"));
    return valid == (record.text("result") == "valid") ? passed() : failed("verdict");
  });
}
// An empty signature is a refusal.
std::string outcome_of(const Signer& sign) {
  return outcome(signing(), [sign](const Record& record) {
    const Octets signature = sign(required_bytes(record, "sk"), required_bytes(record, "msg"));
    if (signature.empty() || record.text("result") == "invalid")
      return signature.empty() == (record.text("result") == "invalid") ? passed() : failed("verdict");
    return compare("sign", "sig", required_bytes(record, "sig"), signature);
  });
}

bool right(Message pk, Message m, Message signature, Message ctx) { return mldsa::verify<P>(pk, m, signature, ctx); }
Octets sign(const Octets& sk, const Octets& m) {
  const auto key = exactly<mldsa::private_key_size<P>>(sk);
  if (!key) return {};
  const auto signature = *mldsa::sign_deterministic<P>(mldsa::PrivateKey<P>(*key), m, {});
  return {signature.begin(), signature.end()};
}

TEST(SignatureGate, RightVerdictsAndSignaturesPass) {
  EXPECT_EQ(outcome_of(Verifier(right)), "PASS");
  EXPECT_EQ(outcome_of(Signer(sign)), "PASS");
}

TEST(SignatureGate, AVerifierThatAcceptsAllIsFound) {
  EXPECT_EQ(outcome_of(Verifier([](Message, Message, Message, Message) { return true; })), "MISMATCH");
}

TEST(SignatureGate, InputsThatDoNotMatterAreFound) {
  EXPECT_EQ(outcome_of([](Message, Message m, Message s, Message c) { return right(keys().pk, m, s, c); }), "MISMATCH");
  EXPECT_EQ(outcome_of([](Message pk, Message, Message s, Message c) { return right(pk, message, s, c); }), "MISMATCH");
  EXPECT_EQ(outcome_of([](Message pk, Message m, Message s, Message) { return right(pk, m, s, context); }), "MISMATCH");
  EXPECT_EQ(outcome_of(Signer([](const Octets& sk, const Octets&) { return sign(sk, message); })), "MISMATCH");
}

TEST(SignatureGate, LaxLengthsAreFound) {
  const auto cut = [](Message bytes, std::size_t size) { return bytes.first(std::min(bytes.size(), size)); };
  EXPECT_EQ(outcome_of([cut](Message pk, Message m, Message s, Message c) {
              return right(pk, m, cut(s, mldsa::signature_size<P>), c);
            }),
            "MISMATCH");
  EXPECT_EQ(outcome_of([cut](Message pk, Message m, Message s, Message c) {
              return right(cut(pk, mldsa::public_key_size<P>), m, s, c);
            }),
            "MISMATCH");
  EXPECT_EQ(outcome_of(Signer([](Octets sk, const Octets& m) {
              sk.resize(mldsa::private_key_size<P>);
              return sign(sk, m);
            })),
            "MISMATCH");
}

// A verifier that mends the second part of a signature before it looks.
TEST(SignatureGate, BytesThatNobodyLooksAtAreFound) {
  const auto signature = *mldsa::sign_deterministic<P>(keys().sk, message, context);
  EXPECT_EQ(outcome_of([&signature](Message pk, Message m, Message s, Message c) {
              Octets mended(s.begin(), s.end());
              if (mended.size() != signature.size()) return false;
              std::copy(signature.begin() + 1000, signature.end(), mended.begin() + 1000);
              return right(pk, m, mended, c);
            }),
            "MISMATCH");
}

TEST(SignatureGate, ASignatureOfOtherBytesIsFound) {
  EXPECT_EQ(outcome_of(Signer([](const Octets& sk, const Octets& m) {
              Octets signature = sign(sk, m);
              if (!signature.empty()) signature.back() ^= 1;
              return signature;
            })),
            "MISMATCH");
}

}  // namespace
}  // namespace lydite::lab::kat
