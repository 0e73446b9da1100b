#include "cli/key_file.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "cli/commands.h"
#include "cli/hex.h"
#include "lydite/encode.h"

namespace lydite::cli {
namespace {

constexpr std::size_t input_limit = 16384;  // of a file, more than the longest key in hexadecimal

const std::string hint_text = "; that is the length of ";

bool has_size(const KeyType& type, Role role, std::size_t size) {
  return role == Role::kPublic ? size == type.public_size : form_of(type, size) != nullptr;
}

// Of PEM, wherever it is: what stands before it is then told.
bool has_begin_line(Message contents) {
  constexpr std::string_view begin = "-----BEGIN ";
  return !std::ranges::search(contents, begin).empty();
}

// Without blank lines before and after it, which editors leave.
Message trimmed(Message text) {
  const auto is_space = [](std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_space(text.front())) text = text.subspan(1);
  while (!text.empty() && is_space(text.back())) text = text.first(text.size() - 1);
  return text;
}

}  // namespace

std::vector<std::string> scheme_ids(const Family& family) {
  std::vector<std::string> ids;
  for (const Scheme* scheme : family.schemes) ids.push_back(scheme->id);
  return ids;
}

const Scheme& scheme_of(const Family& family, const std::string& id) {
  const Family& other = &family == &sig_family() ? kem_family() : sig_family();
  if (std::ranges::any_of(other.schemes, [&](const Scheme* scheme) { return scheme->id == id; })) {
    throw std::runtime_error(family.command + " has no algorithm \"" + id + "\", but `" + other.command + "` has it");
  }
  return *family.schemes[index_of(family.command, "algorithm", id, scheme_ids(family))];
}

Buffer read_bytes(const std::string& path) {
  Buffer contents = read_input(path, input_limit), bytes((contents.view().size() + 1) / 2);
  if (!encode::is_hex(contents.view())) return contents;
  const encode::Decoded decoded = encode::from_hex(contents.view(), bytes.fill());
  bytes.shrink(decoded.size);
  return decoded.flaw == encode::Flaw::kNone ? std::move(bytes) : std::move(contents);
}

Buffer encode_bytes(Message bytes, Encoding encoding) {
  return encoding == Encoding::kHex ? to_hex(bytes) : Buffer(bytes);
}

Buffer encode_key(const KeyType& type, Role role, Message bytes, Encoding encoding) {
  return encoding == Encoding::kPem ? write_pem_key(type, role, bytes) : encode_bytes(bytes, encoding);
}

KeyFile::KeyFile(const Family& family, Role role, const std::string& path)
    : family_(family),
      role_(role),
      object_((role == Role::kPublic ? family.public_object : family.private_object) + " " + path) {
  Buffer contents = read_input(path, input_limit);
  if (has_begin_line(contents.view())) {
    adopt(parse_pem_key(family, role, trimmed(contents.view()), object_));
  } else if (is_der_key(contents.view())) {
    adopt(parse_der_key(family, role, contents.view(), object_));
  } else {
    bytes_ = encode::is_hex(contents.view()) ? from_hex(contents.view(), object_) : std::move(contents);
  }
}

void KeyFile::adopt(PemKey key) {
  bytes_ = std::move(key.bytes);
  type_ = key.type;
  names_form_ = key.is_foreign;
}

std::vector<const Scheme*> KeyFile::schemes(const std::string& id) const {
  if (!id.empty()) {
    const Scheme& wanted = scheme_of(family_, id);
    if (type_ == nullptr || type_ == wanted.key) return {&wanted};
    refuse(" is a key of " + type_->name + "; " + wanted.id + " demands one of " + wanted.key->name);
  }
  std::vector<const Scheme*> fitting;
  std::ranges::copy_if(family_.schemes, std::back_inserter(fitting),
                       [&](const Scheme* scheme) { return !scheme->by_name_only && fits(*scheme->key); });
  if (!fitting.empty()) return fitting;
  refuse_size();
}

const Scheme& KeyFile::only(const std::vector<const Scheme*>& schemes) const {
  if (schemes.size() == 1) return *schemes.front();
  std::vector<std::string> ids;
  for (const Scheme* scheme : schemes) ids.push_back(scheme->id);
  refuse(size_text() + ", which fits " + enumerate(ids, "and") + "; --alg says which it is");
}

Message KeyFile::key(const KeyType& type, const std::string& form) const {
  require_size(type, form);
  if (role_ == Role::kPublic) {
    const Result<void> checked = type.check_public(bytes_.view());
    if (!checked) refuse(": " + std::string(describe(checked.error())));
  }
  return bytes_.view();
}

bool KeyFile::fits(const KeyType& type) const {
  return type_ != nullptr ? type_ == &type : has_size(type, role_, bytes_.view().size());
}

void KeyFile::require_size(const KeyType& type, const std::string& form) const {
  const std::size_t size = bytes_.view().size();
  std::string demanded = std::to_string(type.public_size);
  if (role_ == Role::kPublic) {
    if (size == type.public_size) return;
  } else {
    const std::string wanted = form.empty() ? form : form_of(type, form).name;
    std::vector<std::string> sizes;
    for (const PrivateForm& known : type.forms) {
      const bool is_taken = known.name == wanted || (form.empty() && (!known.is_foreign || names_form_));
      if (is_taken && size == known.size) return;
      if (is_taken) sizes.push_back(std::to_string(known.size));
      if (known.is_foreign && size == known.size) {
        refuse(size_text() + ", the form of " + known.name + "; --form " + known.name + " takes it");
      }
    }
    demanded = enumerate(sizes, "or");
  }
  refuse(size_text() + "; " + type.name + " demands " + demanded + length_hint(&type));
}

// Of this role. Foreign forms are not offered.
std::vector<std::size_t> KeyFile::known_sizes() const {
  std::set<std::size_t> sizes;
  for (const Scheme* scheme : family_.schemes) {
    if (role_ == Role::kPublic) sizes.insert(scheme->key->public_size);
    for (const PrivateForm& form : scheme->key->forms) {
      if (role_ == Role::kPrivate && !form.is_foreign) sizes.insert(form.size);
    }
  }
  return {sizes.begin(), sizes.end()};
}

void KeyFile::refuse_size() const {
  std::vector<std::string> sizes;
  for (const std::size_t size : known_sizes()) sizes.push_back(std::to_string(size));
  refuse(size_text() + "; known lengths are " + enumerate(sizes, "and") + length_hint(nullptr));
}

std::string KeyFile::size_text() const { return " has " + std::to_string(bytes_.view().size()) + " bytes"; }

// Which keys have this length instead, if they are few; first those of the wanted type.
std::string KeyFile::length_hint(const KeyType* wanted) const {
  const std::size_t size = bytes_.view().size();
  const Role other = role_ == Role::kPublic ? Role::kPrivate : Role::kPublic;
  if (wanted != nullptr && has_size(*wanted, other, size)) return hint_text + describe_place(*wanted, other);
  std::vector<std::string> places;
  for (const KeyType* type : all_key_types()) {
    for (const Role role : {Role::kPublic, Role::kPrivate}) {
      if (has_size(*type, role, size)) places.push_back(describe_place(*type, role));
    }
  }
  return places.empty() || places.size() > 2 ? "" : hint_text + enumerate(places, "or");
}

void KeyFile::refuse(const std::string& why) const { throw std::runtime_error(object_ + why); }

}  // namespace lydite::cli
