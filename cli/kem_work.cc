#include <unistd.h>

#include <CLI/Error.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/hex.h"
#include "cli/kem.h"
#include "lydite/entropy.h"
#include "lydite/mlkem.h"

namespace lydite::cli {
namespace {

using mlkem::MlKem1024, mlkem::MlKem512, mlkem::MlKem768;

constexpr std::size_t input_limit = 16384;  // of a file, several times the longest key in hexadecimal

Buffer read_bytes(const std::string& option, const std::string& path, const KemOptions& options) {
  Buffer bytes = read_input(path, input_limit);
  return options.format == "hex" ? from_hex(bytes.view(), option + " " + path) : std::move(bytes);
}

Output output(std::string option, std::string path, bool secret, Message bytes, const KemOptions& options) {
  return {std::move(option), std::move(path), secret, options.format == "hex" ? to_hex(bytes) : Buffer(bytes)};
}

// One stream for two inputs or outputs, or one file, could not be taken apart again.
void require_distinct(const std::string& a, const std::string& b, int standard_stream, const std::string& options) {
  if (is_same_place(a, b, standard_stream)) throw CLI::ValidationError(options + " must not be the same file");
}

// With --force, an output would take the place of the key or ciphertext that was read.
void require_kept(const std::string& input, const std::string& output, const std::string& options) {
  if (input != "-" && std::filesystem::is_regular_file(input)) require_distinct(input, output, STDOUT_FILENO, options);
}

template <class T>
T expect(Result<T> result, const std::string& what) {
  if (!result) throw std::runtime_error(what + ": " + std::string(describe(result.error())));
  return std::move(result).value();
}

// Calls function.operator()<P>() for the set of this name.
template <class Function>
void with_set(const std::string& name, Function&& function) {
  if (name == MlKem512::name) return function.template operator()<MlKem512>();
  if (name == MlKem768::name) return function.template operator()<MlKem768>();
  if (name == MlKem1024::name) return function.template operator()<MlKem1024>();
  throw std::logic_error(name + " is no parameter set");
}

// The length of an object in each set, in the order of kem_set_names().
using Lengths = std::array<std::size_t, 3>;
constexpr Lengths ek_lengths = {mlkem::encapsulation_key_size<MlKem512>, mlkem::encapsulation_key_size<MlKem768>,
                                mlkem::encapsulation_key_size<MlKem1024>};
constexpr Lengths dk_lengths = {mlkem::decapsulation_key_size<MlKem512>, mlkem::decapsulation_key_size<MlKem768>,
                                mlkem::decapsulation_key_size<MlKem1024>};
constexpr Lengths ct_lengths = {mlkem::ciphertext_size<MlKem512>, mlkem::ciphertext_size<MlKem768>,
                                mlkem::ciphertext_size<MlKem1024>};

// The set that was asked for, or else the one whose object has this length.
std::string set_of(const KemOptions& options, const std::string& object, std::size_t length, const Lengths& lengths) {
  if (!options.set.empty()) return options.set;
  const auto found = std::find(lengths.begin(), lengths.end(), length);
  if (found != lengths.end()) return kem_set_names()[static_cast<std::size_t>(found - lengths.begin())];
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

mlkem::Seed make_seed(const KemOptions& options) {
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

// From either form: the seed d || z, or the expanded key.
template <mlkem::ParameterSet P>
mlkem::PreparedDecapsulationKey<P> import_key(Message dk, const std::string& object, const std::string& set) {
  using Key = mlkem::PreparedDecapsulationKey<P>;
  if (const auto dz = exactly<mlkem::seed_size>(dk); dz) return Key::expand(mlkem::Seed(*dz));
  return expect(Key::import(of_length<mlkem::decapsulation_key_size<P>>(dk, object, set)), object);
}

}  // namespace

const std::vector<std::string>& kem_set_names() {
  static const std::vector<std::string> names = {MlKem512::name, MlKem768::name, MlKem1024::name};
  return names;
}

void kem_keygen(const KemOptions& options) {
  require_distinct(options.ek, options.dk, STDOUT_FILENO, "--ek and --dk");
  const mlkem::Seed dz = make_seed(options);
  with_set(options.set, [&]<class P>() {
    const auto keys = mlkem::keygen<P>(dz);
    const Message dk = options.seed_form ? Message(dz.reveal()) : Message(keys.dk.reveal());
    const Output outputs[] = {output("--ek", options.ek, false, keys.ek, options),
                              output("--dk", options.dk, true, dk, options)};
    write_outputs(outputs, options.rules);
  });
}

void kem_encaps(const KemOptions& options) {
  require_distinct(options.ct, options.ss, STDOUT_FILENO, "--ct and --ss");
  require_kept(options.ek, options.ct, "--ek and --ct");
  require_kept(options.ek, options.ss, "--ek and --ss");
  const Buffer ek = read_bytes("--ek", options.ek, options);
  const std::string object = "encapsulation key " + options.ek;
  const std::string set = set_of(options, object, ek.view().size(), ek_lengths);
  with_set(set, [&]<class P>() {
    const auto key = of_length<mlkem::encapsulation_key_size<P>>(ek.view(), object, set);
    const auto sender = expect(mlkem::encapsulate<P>(key, system_entropy()), object);
    const Output outputs[] = {output("--ct", options.ct, false, sender.c, options),
                              output("--ss", options.ss, true, sender.K.reveal(), options)};
    write_outputs(outputs, options.rules);
  });
}

void kem_decaps(const KemOptions& options) {
  require_distinct(options.dk, options.ct, STDIN_FILENO, "--dk and --ct");
  require_kept(options.dk, options.ss, "--dk and --ss");
  require_kept(options.ct, options.ss, "--ct and --ss");
  const Buffer dk = read_bytes("--dk", options.dk, options);
  const Buffer ct = read_bytes("--ct", options.ct, options);
  const std::string key_name = "decapsulation key " + options.dk, ct_name = "ciphertext " + options.ct;
  const std::string set = dk.view().size() == mlkem::seed_size
                              ? set_of(options, ct_name, ct.view().size(), ct_lengths)
                              : set_of(options, key_name, dk.view().size(), dk_lengths);
  with_set(set, [&]<class P>() {
    const auto key = import_key<P>(dk.view(), key_name, set);
    const auto c = of_length<mlkem::ciphertext_size<P>>(ct.view(), ct_name, set);
    const mlkem::SharedKey K = mlkem::decapsulate<P>(key, c);
    const Output outputs[] = {output("--ss", options.ss, true, K.reveal(), options)};
    write_outputs(outputs, options.rules);
  });
}

}  // namespace lydite::cli
