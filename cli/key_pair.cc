// Key pairs of any family: `keygen` makes them, `pub` derives the public half again.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/hex.h"
#include "cli/key_options.h"
#include "lydite/entropy.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string algorithm, public_path, private_path, form;
  Encoding encoding = Encoding::kRaw;
  std::optional<std::string> seed;  // hexadecimal, instead of randomness
  OutputRules rules;
};

// The form that was asked for, or the usual one of the encoding.
const PrivateForm& form_to_write(const KeyType& type, const Options& options) {
  if (!options.form.empty()) return form_of(type, options.form);
  return type.forms[options.encoding == Encoding::kPem ? 0 : type.raw_form];
}

Buffer make_seed(const KeyType& type, const Options& options) {
  Buffer seed(type.seed_size);
  if (!options.seed) {
    if (const auto filled = system_entropy().fill(seed.fill()); !filled) {
      throw std::runtime_error(std::string(describe(filled.error())));
    }
    return seed;
  }
  const Message text(reinterpret_cast<const std::uint8_t*>(options.seed->data()), options.seed->size());
  seed = from_hex(text, "--seed");
  if (seed.view().size() == type.seed_size) return seed;
  throw std::runtime_error("--seed has " + std::to_string(seed.view().size()) + " bytes; " + type.name + " demands " +
                           std::to_string(type.seed_size));
}

Output output(const std::string& option, const std::string& path, Role role, const KeyType& type, Message key,
              Encoding encoding) {
  return {option, path, role == Role::kPrivate, encode_key(type, role, key, encoding)};
}

void keygen(const Family& family, const Options& options) {
  require_distinct(options.public_path, options.private_path, STDOUT_FILENO,
                   family.public_option + " and " + family.private_option);
  const KeyType& type = *scheme_of(family, options.algorithm).key;
  const PrivateForm& form = form_to_write(type, options);
  const KeyBytes keys = type.generate(make_seed(type, options).view(), form.name);
  const Output outputs[] = {
      output(family.public_option, options.public_path, Role::kPublic, type, keys.public_key.view(), options.encoding),
      output(family.private_option, options.private_path, Role::kPrivate, type, keys.private_key.view(),
             options.encoding)};
  write_outputs(outputs, options.rules);
}

void pub(const Family& family, const Options& options) {
  require_kept(options.private_path, options.public_path, family.private_option + " and " + family.public_option);
  const KeyFile file(family, Role::kPrivate, options.private_path);
  const KeyType& type = *file.scheme(options.algorithm).key;
  const Buffer public_key = expect(type.public_key(file.key(type, options.form)), file.object());
  const Output outputs[] = {
      output(family.public_option, options.public_path, Role::kPublic, type, public_key.view(), options.encoding)};
  write_outputs(outputs, options.rules);
}

std::string form_names(const Family& family) {
  std::vector<std::string> names;
  for (const Scheme* scheme : family.schemes) {
    for (const PrivateForm& form : scheme->key->forms) {
      if (std::ranges::find(names, form.name) == names.end()) names.push_back(form.name);
    }
  }
  return enumerate(names, "or");
}

}  // namespace

void attach_keygen(CLI::App& parent, const Family& family, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *parent.add_subcommand("keygen", "Make a key pair");
  add_algorithm_option(command, family, options->algorithm, true);
  command.add_option(family.public_option, options->public_path, "Public key to write; - is standard output")
      ->required();
  command.add_option(family.private_option, options->private_path, "Private key to write (secret, mode 0600)")
      ->required();
  command.add_option("--form", options->form,
                     "Of the private key: " + form_names(family) +
                         ", as far as the algorithm has it; PEM holds the seed unless asked otherwise");
  command.add_option("--seed", options->seed, "Hexadecimal digits instead of randomness: for tests only");
  add_output_options(command, options->encoding, options->rules, true);
  command.callback([&family, options, &exit] {
    keygen(family, *options);
    exit = kOk;
  });
}

void attach_pub(CLI::App& parent, const Family& family, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *parent.add_subcommand("pub", "Write the public key that belongs to a private key");
  add_algorithm_option(command, family, options->algorithm, false);
  command.add_option(family.private_option, options->private_path, "Private key to read; - is standard input")
      ->required();
  command.add_option(family.public_option, options->public_path, "Public key to write; - is standard output")
      ->required();
  command.add_option("--form", options->form, "Form of the private key, where it does not follow from its length");
  add_output_options(command, options->encoding, options->rules, true);
  command.callback([&family, options, &exit] {
    pub(family, *options);
    exit = kOk;
  });
}

}  // namespace lydite::cli
