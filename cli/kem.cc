// lydite kem: key pairs, encapsulation and decapsulation with files and pipes.
#include "cli/kem.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "lab/algorithm.h"

namespace lydite::cli {
namespace {

// For CLI11: an empty answer accepts, and the name is then the standard's. A set that does not exist is no malformed
// value, so it is told as every other name that does not exist.
std::string normalize_set(std::string& name) {
  for (const std::string& known : kem_set_names()) {
    if (CLI::detail::to_lower(name) == CLI::detail::to_lower(known)) {
      name = known;
      return "";
    }
  }
  throw std::runtime_error("there is no parameter set \"" + name + "\"" +
                           did_you_mean(lab::nearest(name, kem_set_names())));
}

using Shared = std::shared_ptr<KemOptions>;

CLI::App& subcommand(CLI::App& parent, std::string name, std::string description, const Shared& options) {
  CLI::App& command = *parent.add_subcommand(name, description);
  command.add_option("--format", options->format, "raw or hex, for all inputs and outputs")
      ->check(CLI::IsMember({"raw", "hex"}))
      ->capture_default_str();
  command.add_flag("--force", options->rules.force, "Replace outputs that exist");
  command.add_flag("--show-secrets", options->rules.show_secrets, "Let secrets go to a terminal");
  return command;
}

CLI::Option* set_option(CLI::App& command, const Shared& options, const std::string& description) {
  return command.add_option("--set", options->set, description)->transform(CLI::Validator(normalize_set, "SET"));
}

void attach_keygen(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<KemOptions>();
  CLI::App& command = subcommand(kem, "keygen", "Make a key pair", options);
  set_option(command, options, "ml-kem-512, ml-kem-768 or ml-kem-1024")->required();
  command.add_option("--ek", options->ek, "Encapsulation key to write; - is standard output")->required();
  command.add_option("--dk", options->dk, "Decapsulation key to write (secret, mode 0600)")->required();
  command.add_flag("--seed-form", options->seed_form, "Write the decapsulation key as its 64-byte seed d || z");
  command.add_option("--seed", options->seed, "128 hexadecimal digits d || z instead of randomness: for tests only");
  command.callback([options, &exit] {
    kem_keygen(*options);
    exit = kOk;
  });
}

void attach_encaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<KemOptions>();
  CLI::App& command = subcommand(kem, "encaps", "Make a ciphertext and a shared key", options);
  set_option(command, options, "Parameter set; by default it follows from the length of the key");
  command.add_option("--ek", options->ek, "Encapsulation key to read; - is standard input")->required();
  command.add_option("--ct", options->ct, "Ciphertext to write; - is standard output")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600)")->required();
  command.callback([options, &exit] {
    kem_encaps(*options);
    exit = kOk;
  });
}

void attach_decaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<KemOptions>();
  CLI::App& command = subcommand(kem, "decaps", "Recover the shared key from a ciphertext", options);
  set_option(command, options, "Parameter set; by default it follows from the lengths of key and ciphertext");
  command.add_option("--dk", options->dk, "Decapsulation key or its 64-byte seed to read; - is standard input")
      ->required();
  command.add_option("--ct", options->ct, "Ciphertext to read; - is standard input")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600); - is standard output")->required();
  command.callback([options, &exit] {
    kem_decaps(*options);
    exit = kOk;
  });
}

}  // namespace

void attach_kem(CLI::App& command, int& exit) {
  command.require_subcommand(1);
  attach_keygen(command, exit);
  attach_encaps(command, exit);
  attach_decaps(command, exit);
}

}  // namespace lydite::cli
