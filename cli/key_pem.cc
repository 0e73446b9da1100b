#include "cli/key_pem.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "lydite/encode.h"

namespace lydite::cli {
namespace {

using Container = KeyType::Container;

constexpr std::string_view public_label = "PUBLIC KEY", private_label = "PRIVATE KEY";

std::string_view label_of(Role role) { return role == Role::kPublic ? public_label : private_label; }

class Reader {
 public:
  Reader(const Family& family, Role role, const std::string& object) : family_(family), role_(role), object_(object) {}

  [[nodiscard]] PemKey read(Message text) const {
    Buffer contents(text.size() / 4 * 3);
    const encode::Pem pem = encode::from_pem(text, contents.fill());
    require(pem.flaw);
    contents.shrink(pem.size);
    require_role(pem.label);
    if (pem.label == public_label) return read_public(contents.view());
    if (pem.label == private_label) return read_private(contents.view());
    return read_labelled(pem.label, std::move(contents));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw std::runtime_error(object_ + why); }
  void require(encode::Flaw flaw) const {
    if (flaw != encode::Flaw::kNone) refuse(": " + std::string(describe(flaw)));
  }
  void require_size(const KeyType& type, std::string_view what, std::size_t size, std::size_t wanted) const {
    if (size == wanted) return;
    refuse(": the " + std::string(what) + " has " + std::to_string(size) + " bytes; " + type.name + " demands " +
           std::to_string(wanted));
  }

  void require_role(std::string_view label) const {
    if (label == "ENCRYPTED PRIVATE KEY") {
      refuse(" is encrypted, which is not supported; `openssl pkcs8` decrypts it");
    }
    if (label.ends_with(label_of(role_))) return;
    if (label.ends_with(private_label)) {
      refuse(" is a private key; `" + family_.command + " pub` makes its public key");
    }
    if (label.ends_with(public_label)) refuse(" is a public key, which " + family_.private_option + " must not be");
    refuse(" has the label \"" + std::string(label) + "\", which is not that of a key");
  }

  template <class Predicate>
  [[nodiscard]] const KeyType* find(Predicate matches) const {
    for (const Family* family : {&sig_family(), &kem_family()}) {
      for (const Scheme* scheme : family->schemes) {
        if (matches(*scheme->key)) return scheme->key;
      }
    }
    return nullptr;
  }
  [[nodiscard]] const KeyType& type_with(Message oid) const {
    const KeyType* type = find([=](const KeyType& candidate) { return std::ranges::equal(candidate.oid, oid); });
    if (type == nullptr) refuse(" is a key of an algorithm that this command does not know");
    return *type;
  }

  [[nodiscard]] PemKey read_labelled(std::string_view label, Buffer bytes) const {
    const auto matches = [&](const KeyType& type) { return label == type.label + " " + std::string(label_of(role_)); };
    const KeyType* type = find(matches);
    if (type == nullptr) refuse(" has the label \"" + std::string(label) + "\", which names no algorithm known here");
    if (role_ == Role::kPublic) {
      require_size(*type, "key", bytes.view().size(), type->public_size);
      return {type, std::move(bytes)};
    }
    const PrivateForm* form = form_of(*type, bytes.view().size());
    if (form == nullptr) require_size(*type, "key", bytes.view().size(), type->forms.back().size);
    return {type, std::move(bytes), form->is_foreign};
  }

  [[nodiscard]] PemKey read_public(Message der) const {
    const encode::PublicKeyInfo info = encode::parse_public_key_info(der);
    require(info.flaw);
    const KeyType& type = type_with(info.algorithm);
    require_size(type, "key", info.key.size(), type.public_size);
    return {&type, Buffer(info.key)};
  }

  [[nodiscard]] PemKey read_private(Message der) const {
    const encode::PrivateKeyInfo info = encode::parse_private_key_info(der);
    require(info.flaw);
    const KeyType& type = type_with(info.algorithm);
    const Message key = unwrap(type, info.key);
    if (!info.public_key.empty()) require_pair(type, key, info.public_key);
    return {&type, Buffer(key)};
  }

  [[nodiscard]] Message unwrap(const KeyType& type, Message contents) const {
    if (type.container == Container::kChoice) return unwrap_choice(type, contents);
    if (type.container == Container::kCurve) {
      const encode::OctetString inner = encode::parse_octet_string(contents);
      require(inner.flaw);
      contents = inner.bytes;
    }
    require_size(type, "key", contents.size(), type.forms.front().size);
    return contents;
  }

  // Of both, the seed is kept: it is the shorter one, and the other follows from it.
  [[nodiscard]] Message unwrap_choice(const KeyType& type, Message contents) const {
    const encode::PrivateKeyChoice choice = encode::parse_private_key_choice(contents);
    require(choice.flaw);
    const bool has_expanded = !choice.expanded.empty();
    if (!choice.seed.empty()) require_size(type, "seed", choice.seed.size(), type.forms[0].size);
    if (has_expanded) require_size(type, "expanded key", choice.expanded.size(), type.forms[1].size);
    if (choice.seed.empty() && !has_expanded) require(encode::Flaw::kDer);
    if (!choice.seed.empty() && has_expanded) require_same(type.expand(choice.seed).view(), choice.expanded);
    return choice.seed.empty() ? choice.expanded : choice.seed;
  }

  // Without a branch on a secret byte.
  void require_same(Message expanded, Message given) const {
    unsigned difference = 0;
    for (std::size_t i = 0; i < expanded.size(); ++i) difference |= static_cast<unsigned>(expanded[i] ^ given[i]);
    if (difference != 0) refuse(": its seed and its expanded key are not the same key");
  }

  void require_pair(const KeyType& type, Message key, Message public_key) const {
    const auto derived = type.public_key(key);
    if (!derived) refuse(": " + std::string(lydite::describe(derived.error())));
    if (!std::ranges::equal(derived->view(), public_key)) {
      refuse(": the public key inside does not belong to the private key");
    }
  }

  const Family& family_;
  Role role_;
  const std::string& object_;
};

Buffer to_pem(const std::string& label, Message bytes) {
  Buffer text(encode::pem_size(label.size(), bytes.size()));
  encode::to_pem(label, bytes, text.fill());
  return text;
}

encode::Wrapping wrapping_of(const KeyType& type, std::size_t size) {
  if (type.container == Container::kBare) return encode::Wrapping::kNone;
  const bool is_seed = type.container == Container::kChoice && size == type.forms.front().size;
  return is_seed ? encode::Wrapping::kSeed : encode::Wrapping::kOctetString;
}

}  // namespace

const PrivateForm* form_of(const KeyType& type, std::size_t size) {
  const auto form = std::ranges::find(type.forms, size, &PrivateForm::size);
  return form == type.forms.end() ? nullptr : &*form;
}

PemKey parse_pem_key(const Family& family, Role role, Message text, const std::string& object) {
  return Reader(family, role, object).read(text);
}

Buffer write_pem_key(const KeyType& type, Role role, Message bytes) {
  const std::string label(label_of(role));
  const bool is_foreign = role == Role::kPrivate && form_of(type, bytes.size())->is_foreign;
  if (type.oid.empty() || is_foreign) return to_pem(type.label + " " + label, bytes);
  Buffer der(type.oid.size() + bytes.size() + encode::max_overhead);
  der.shrink(role == Role::kPublic
                 ? encode::write_public_key_info(type.oid, bytes, der.fill())
                 : encode::write_private_key_info(type.oid, wrapping_of(type, bytes.size()), bytes, der.fill()));
  return to_pem(label, der.view());
}

}  // namespace lydite::cli
