#include "cli/key_pem.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "cli/commands.h"
#include "cli/foreign_key.h"
#include "lydite/encode.h"

namespace lydite::cli {
namespace {

using Container = KeyType::Container;

constexpr std::string_view public_label = "PUBLIC KEY", private_label = "PRIVATE KEY";

std::string_view label_of(Role role) { return role == Role::kPublic ? public_label : private_label; }

bool has_key_type(const Family& family, const KeyType& type) {
  return std::ranges::any_of(family.schemes, [&](const Scheme* scheme) { return scheme->key == &type; });
}

struct Found {
  PemKey key;
  Role role;
};

// Reads keys of any role and family, so that one in a wrong place can be named.
class Reader {
 public:
  Reader(const Family& family, Role role, const std::string& object) : family_(family), role_(role), object_(object) {}

  [[nodiscard]] PemKey read_pem(Message text) const {
    Buffer contents(text.size() / 4 * 3);
    const encode::Pem pem = encode::from_pem(text, contents.fill());
    contents.shrink(pem.size);
    if (const std::string_view name = foreign_label(pem.label); !name.empty()) refuse_foreign(std::string(name));
    if (pem.label == "ENCRYPTED PRIVATE KEY") {
      refuse(" is encrypted, which is not supported; `openssl pkcs8` decrypts it");
    }
    require(pem.flaw);
    if (pem.label == public_label) return in_place(read_public(contents.view()));
    if (pem.label == private_label) return in_place(read_private(contents.view()));
    return in_place(read_labelled(pem.label, std::move(contents)));
  }
  [[nodiscard]] PemKey read_der(Message der) const {
    const encode::Flaw flaw = encode::parse_public_key_info(der).flaw;
    const bool is_public = flaw == encode::Flaw::kNone || flaw == encode::Flaw::kParameters;
    return in_place(is_public ? read_public(der) : read_private(der));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw std::runtime_error(object_ + why); }
  [[noreturn]] void refuse_foreign(const std::string& key) const {
    refuse(": this is " + key + ", which this command does not offer; `" + family_.command +
           " keygen` makes keys that it takes");
  }
  void require(encode::Flaw flaw) const {
    if (flaw != encode::Flaw::kNone) refuse(": " + std::string(describe(flaw)));
  }
  void require_size(const KeyType& type, std::string_view what, std::size_t size, std::size_t wanted) const {
    if (size == wanted) return;
    refuse(": the " + std::string(what) + " has " + std::to_string(size) + " bytes; " + type.name + " demands " +
           std::to_string(wanted));
  }

  [[nodiscard]] PemKey in_place(Found found) const {
    const KeyType& type = *found.key.type;
    const bool is_of_family = has_key_type(family_, type);
    if (is_of_family && found.role == role_) return std::move(found.key);
    const bool can_derive = is_of_family && role_ == Role::kPublic;
    refuse(": this is " + describe_place(type, found.role) +
           (can_derive ? "; `" + family_.command + " pub` makes the public one from it" : ""));
  }

  template <class Predicate>
  [[nodiscard]] const KeyType* find(Predicate matches) const {
    const auto types = all_key_types();
    const auto found = std::ranges::find_if(types, [&](const KeyType* type) { return matches(*type); });
    return found == types.end() ? nullptr : *found;
  }
  [[nodiscard]] const KeyType& type_with(Message oid, encode::Flaw flaw) const {
    if (flaw != encode::Flaw::kParameters) require(flaw);
    const KeyType* type = find([=](const KeyType& candidate) { return std::ranges::equal(candidate.oid, oid); });
    if (type == nullptr) refuse_foreign(foreign_algorithm(oid));
    require(flaw);
    return *type;
  }

  [[nodiscard]] Found read_labelled(std::string_view label, Buffer bytes) const {
    const Role role = label.ends_with(private_label) ? Role::kPrivate : Role::kPublic;
    if (!label.ends_with(label_of(role))) {
      refuse(" has the label \"" + std::string(label) + "\", which is not that of a key");
    }
    const auto matches = [&](const KeyType& type) { return label == type.label + " " + std::string(label_of(role)); };
    const KeyType* type = find(matches);
    if (type == nullptr) refuse(" has the label \"" + std::string(label) + "\", which names no algorithm known here");
    if (role == Role::kPublic) {
      require_size(*type, "key", bytes.view().size(), type->public_size);
      return {{type, std::move(bytes)}, role};
    }
    const PrivateForm* form = form_of(*type, bytes.view().size());
    if (form == nullptr) require_size(*type, "key", bytes.view().size(), type->forms.back().size);
    return {{type, std::move(bytes), form->is_foreign}, role};
  }

  [[nodiscard]] Found read_public(Message der) const {
    const encode::PublicKeyInfo info = encode::parse_public_key_info(der);
    const KeyType& type = type_with(info.algorithm, info.flaw);
    require_size(type, "key", info.key.size(), type.public_size);
    return {{&type, Buffer(info.key)}, Role::kPublic};
  }

  [[nodiscard]] Found read_private(Message der) const {
    const encode::PrivateKeyInfo info = encode::parse_private_key_info(der);
    const KeyType& type = type_with(info.algorithm, info.flaw);
    const Message key = unwrap(type, info.key);
    if (!info.public_key.empty()) require_pair(type, key, info.public_key);
    return {{&type, Buffer(key)}, Role::kPrivate};
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

std::string describe_place(const KeyType& type, Role role) {
  const Family& family = has_key_type(sig_family(), type) ? sig_family() : kem_family();
  const std::string& object = role == Role::kPublic ? family.public_object : family.private_object;
  const std::string& option = role == Role::kPublic ? family.public_option : family.private_option;
  return (object.starts_with('e') ? "an " : "a ") + object + " of " + type.name + ", which is for " + option + " of `" +
         family.command + "`";
}

std::vector<const KeyType*> all_key_types() {
  std::vector<const KeyType*> types;
  for (const Family* family : {&sig_family(), &kem_family()}) {
    for (const Scheme* scheme : family->schemes) {
      if (std::ranges::find(types, scheme->key) == types.end()) types.push_back(scheme->key);
    }
  }
  return types;
}

const PrivateForm& form_of(const KeyType& type, const std::string& name) {
  std::vector<std::string> names;
  for (const PrivateForm& form : type.forms) names.push_back(form.name);
  return type.forms[index_of(type.name, "form", name, names)];
}

const PrivateForm* form_of(const KeyType& type, std::size_t size) {
  const auto form = std::ranges::find(type.forms, size, &PrivateForm::size);
  return form == type.forms.end() ? nullptr : &*form;
}

PemKey parse_pem_key(const Family& family, Role role, Message text, const std::string& object) {
  return Reader(family, role, object).read_pem(text);
}

bool is_der_key(Message bytes) {
  const auto is_whole = [](encode::Flaw flaw) {
    return flaw == encode::Flaw::kNone || flaw == encode::Flaw::kParameters;
  };
  return is_whole(encode::parse_public_key_info(bytes).flaw) || is_whole(encode::parse_private_key_info(bytes).flaw);
}

PemKey parse_der_key(const Family& family, Role role, Message der, const std::string& object) {
  return Reader(family, role, object).read_der(der);
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
