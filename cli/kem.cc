// lydite kem: key pairs, encapsulation and decapsulation with files and pipes.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/hex.h"
#include "lab/algorithm.h"
#include "lydite/entropy.h"
#include "lydite/mlkem.h"

namespace lydite::cli {
namespace {

using mlkem::MlKem1024, mlkem::MlKem512, mlkem::MlKem768;

struct Options {
  std::string set, ek, dk, ct, ss, format = "raw";
  std::optional<std::string> seed;
  bool seed_form = false;
  OutputRules rules;
};

constexpr std::size_t input_limit = 16384;  // of a file, several times the longest key in hexadecimal

Buffer read_bytes(const std::string& option, const std::string& path, const Options& options) {
  Buffer bytes = read_input(path, input_limit);
  return options.format == "hex" ? from_hex(bytes.view(), option + " " + path) : std::move(bytes);
}

Output output(std::string option, std::string path, bool secret, Message bytes, const Options& options) {
  return {std::move(option), std::move(path), secret, options.format == "hex" ? to_hex(bytes) : Buffer(bytes)};
}

void write_two(Output first, Output second, OutputRules rules) {
  std::vector<Output> outputs;
  outputs.push_back(std::move(first));
  outputs.push_back(std::move(second));
  write_outputs(outputs, rules);
}

// One stream for two outputs, or one file, could not be taken apart again.
void require_distinct(const std::string& a, const std::string& b, const std::string& options) {
  if (a == b) throw CLI::ValidationError(options + " must not be the same file");
}

template <class T>
T expect(Result<T> result, const std::string& what) {
  if (!result) throw std::runtime_error(what + ": " + std::string(describe(result.error())));
  return std::move(result).value();
}

// --- Parameter sets ---------------------------------------------------------------------------------------------

// Calls function.operator()<P>() for the set of this name.
template <class Function>
void with_set(const std::string& name, Function&& function) {
  if (name == MlKem512::name) function.template operator()<MlKem512>();
  if (name == MlKem768::name) function.template operator()<MlKem768>();
  if (name == MlKem1024::name) function.template operator()<MlKem1024>();
}

const std::vector<std::string>& set_names() {
  static const std::vector<std::string> names = {MlKem512::name, MlKem768::name, MlKem1024::name};
  return names;
}

// For CLI11: an empty answer accepts, and the name is then the standard's.
std::string normalize_set(std::string& name) {
  for (const std::string& known : set_names()) {
    if (CLI::detail::to_lower(name) == CLI::detail::to_lower(known)) {
      name = known;
      return "";
    }
  }
  return "there is no parameter set \"" + name + "\"" + did_you_mean(lab::nearest(name, set_names()));
}

// The length of an object in each set, in the order of set_names().
using Lengths = std::array<std::size_t, 3>;
constexpr Lengths ek_lengths = {mlkem::encapsulation_key_size<MlKem512>, mlkem::encapsulation_key_size<MlKem768>,
                                mlkem::encapsulation_key_size<MlKem1024>};
constexpr Lengths dk_lengths = {mlkem::decapsulation_key_size<MlKem512>, mlkem::decapsulation_key_size<MlKem768>,
                                mlkem::decapsulation_key_size<MlKem1024>};
constexpr Lengths ct_lengths = {mlkem::ciphertext_size<MlKem512>, mlkem::ciphertext_size<MlKem768>,
                                mlkem::ciphertext_size<MlKem1024>};

// The set that was asked for, or else the one whose object has this length.
std::string set_of(const Options& options, const std::string& object, std::size_t length, const Lengths& lengths) {
  if (!options.set.empty()) return options.set;
  const auto found = std::find(lengths.begin(), lengths.end(), length);
  if (found != lengths.end()) return set_names()[static_cast<std::size_t>(found - lengths.begin())];
  throw std::runtime_error(object + " has " + std::to_string(length) + " bytes; known lengths are " +
                           std::to_string(lengths[0]) + ", " + std::to_string(lengths[1]) + " and " +
                           std::to_string(lengths[2]));
}

template <std::size_t N>
View<N> of_length(Message bytes, const std::string& object, const std::string& set) {
  const auto view = exactly<N>(bytes);
  if (view) return *view;
  throw std::runtime_error(object + " has " + std::to_string(bytes.size()) + " bytes; " + set + " demands " +
                           std::to_string(N));
}

// --- The three subcommands --------------------------------------------------------------------------------------

mlkem::Seed make_seed(const Options& options) {
  mlkem::Seed dz;
  if (!options.seed) {
    if (const auto filled = system_entropy().fill(dz.fill()); !filled) {
      throw std::runtime_error(std::string(describe(filled.error())));
    }
    return dz;
  }
  const Message text(reinterpret_cast<const std::uint8_t*>(options.seed->data()), options.seed->size());
  const Buffer bytes = from_hex(text, "--seed");
  return mlkem::Seed(of_length<mlkem::seed_size>(bytes.view(), "--seed", options.set));
}

void keygen(const Options& options) {
  require_distinct(options.ek, options.dk, "--ek and --dk");
  const mlkem::Seed dz = make_seed(options);
  with_set(options.set, [&]<class P>() {
    const auto keys = mlkem::keygen<P>(dz);
    const Message dk = options.seed_form ? Message(dz.reveal()) : Message(keys.dk.reveal());
    write_two(output("--ek", options.ek, false, keys.ek, options), output("--dk", options.dk, true, dk, options),
              options.rules);
  });
}

void encaps(const Options& options) {
  require_distinct(options.ct, options.ss, "--ct and --ss");
  const Buffer ek = read_bytes("--ek", options.ek, options);
  const std::string object = "encapsulation key " + options.ek;
  const std::string set = set_of(options, object, ek.view().size(), ek_lengths);
  with_set(set, [&]<class P>() {
    const auto key = of_length<mlkem::encapsulation_key_size<P>>(ek.view(), object, set);
    const auto sender = expect(mlkem::encapsulate<P>(key, system_entropy()), object);
    write_two(output("--ct", options.ct, false, sender.c, options),
              output("--ss", options.ss, true, sender.K.reveal(), options), options.rules);
  });
}

// From either form: the seed d || z, or the expanded key.
template <mlkem::ParameterSet P>
mlkem::PreparedDecapsulationKey<P> import(Message dk, const std::string& object, const std::string& set) {
  using Key = mlkem::PreparedDecapsulationKey<P>;
  if (const auto dz = exactly<mlkem::seed_size>(dk); dz) return Key::expand(mlkem::Seed(*dz));
  return expect(Key::import(of_length<mlkem::decapsulation_key_size<P>>(dk, object, set)), object);
}

void decaps(const Options& options) {
  require_distinct(options.dk, options.ct, "--dk and --ct");
  const Buffer dk = read_bytes("--dk", options.dk, options);
  const Buffer ct = read_bytes("--ct", options.ct, options);
  const std::string key_name = "decapsulation key " + options.dk, ct_name = "ciphertext " + options.ct;
  const std::string set = dk.view().size() == mlkem::seed_size
                              ? set_of(options, ct_name, ct.view().size(), ct_lengths)
                              : set_of(options, key_name, dk.view().size(), dk_lengths);
  with_set(set, [&]<class P>() {
    const auto key = import <P>(dk.view(), key_name, set);
    const auto c = of_length<mlkem::ciphertext_size<P>>(ct.view(), ct_name, set);
    const mlkem::SharedKey K = mlkem::decapsulate<P>(key, c);
    std::vector<Output> outputs;
    outputs.push_back(output("--ss", options.ss, true, K.reveal(), options));
    write_outputs(outputs, options.rules);
  });
}

// --- Options ----------------------------------------------------------------------------------------------------

using Shared = std::shared_ptr<Options>;

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
  return command.add_option("--set", options->set, description)->check(CLI::Validator(normalize_set, "SET"));
}

void attach_keygen(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = subcommand(kem, "keygen", "Make a key pair", options);
  set_option(command, options, "ml-kem-512, ml-kem-768 or ml-kem-1024")->required();
  command.add_option("--ek", options->ek, "Encapsulation key to write; - is standard output")->required();
  command.add_option("--dk", options->dk, "Decapsulation key to write (secret, mode 0600)")->required();
  command.add_flag("--seed-form", options->seed_form, "Write the decapsulation key as its 64-byte seed d || z");
  command.add_option("--seed", options->seed, "128 hexadecimal digits d || z instead of randomness: for tests only");
  command.callback([options, &exit] {
    keygen(*options);
    exit = kOk;
  });
}

void attach_encaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = subcommand(kem, "encaps", "Make a ciphertext and a shared key", options);
  set_option(command, options, "Parameter set; by default it follows from the length of the key");
  command.add_option("--ek", options->ek, "Encapsulation key to read; - is standard input")->required();
  command.add_option("--ct", options->ct, "Ciphertext to write; - is standard output")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600)")->required();
  command.callback([options, &exit] {
    encaps(*options);
    exit = kOk;
  });
}

void attach_decaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = subcommand(kem, "decaps", "Recover the shared key from a ciphertext", options);
  set_option(command, options, "Parameter set; by default it follows from the lengths of key and ciphertext");
  command.add_option("--dk", options->dk, "Decapsulation key or its 64-byte seed to read; - is standard input")
      ->required();
  command.add_option("--ct", options->ct, "Ciphertext to read; - is standard input")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600); - is standard output")->required();
  command.callback([options, &exit] {
    decaps(*options);
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
