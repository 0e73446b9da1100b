// lydite sig: key pairs and detached signatures of files and pipes.
#include "cli/sig.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/hex.h"
#include "cli/key_options.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string algorithm, key, message = "-", signature, context;
  std::optional<std::string> context_hex, pre_hash;
  bool deterministic = false;
  Encoding encoding = Encoding::kRaw;
  OutputRules rules;
};

Message as_bytes(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

Buffer context_of(const SigScheme& scheme, const Options& options) {
  Buffer context = options.context_hex ? from_hex(as_bytes(*options.context_hex), "--context-hex")
                                       : Buffer(as_bytes(options.context));
  const std::size_t size = context.view().size();
  if (size <= scheme.max_context_size) return context;
  const std::string most = scheme.max_context_size == 0 ? scheme.id + " has no context"
                                                        : "it may have " + std::to_string(scheme.max_context_size);
  throw CLI::ValidationError("the context has " + std::to_string(size) + " bytes; " + most);
}

// None for a scheme that signs the message itself.
std::optional<HashFunction> pre_hash_of(const SigScheme& scheme, const Options& options) {
  if (scheme.pre_hash_size == 0) {
    if (!options.pre_hash) return std::nullopt;
    throw CLI::ValidationError("--hash", scheme.id + " signs the message and no digest that could be chosen; the " +
                                             "schemes that do are named hash-ml-dsa-44, -65 and -87");
  }
  std::vector<HashFunction> strong, weak;
  std::ranges::partition_copy(hash_functions(), std::back_inserter(strong), std::back_inserter(weak),
                              [&](const auto& function) { return function.size >= scheme.pre_hash_size; });
  const std::string name = options.pre_hash.value_or("sha512");
  if (std::ranges::find(weak, CLI::detail::to_lower(name), &HashFunction::name) != weak.end()) {
    throw std::runtime_error("the hash function " + name + " is too weak for " + scheme.id + "; there are " +
                             enumerate(names_of(strong), "and"));
  }
  return strong[index_of(scheme.id, "hash function", name, names_of(strong))];
}

void sign(const Options& options) {
  require_readable_twice(options.key, options.message, "--sk and the message");
  require_writable(options.signature, options.rules);
  require_kept(options.key, options.signature, "--sk and --sig");
  require_kept(options.message, options.signature, "--sig and the message");
  const KeyFile file(sig_family(), Role::kPrivate, options.key);
  const SigScheme& scheme = as_sig(file.scheme(options.algorithm));
  const Buffer context = context_of(scheme, options);
  MessageFile message(options.message);
  const SigJob job = {file.key(*scheme.key), context.view(), message, options.deterministic,
                      pre_hash_of(scheme, options)};
  const Buffer signature = expect(scheme.sign(job), file.object());
  const Output outputs[] = {{"--sig", options.signature, false, encode_bytes(signature.view(), options.encoding)}};
  write_outputs(outputs, options.rules);
}

// Of what is wrong with a signature only its length is told.
int verify(const Options& options) {
  require_readable_twice(options.key, options.message, "--pk and the message");
  require_distinct(options.key, options.signature, STDIN_FILENO, "--pk and --sig");
  require_distinct(options.message, options.signature, STDIN_FILENO, "--sig and the message");
  const KeyFile file(sig_family(), Role::kPublic, options.key);
  const SigScheme& scheme = as_sig(file.scheme(options.algorithm));
  const Message key = file.key(*scheme.key);
  const auto pre_hash = pre_hash_of(scheme, options);
  const Buffer context = context_of(scheme, options), signature = read_bytes(options.signature);
  MessageFile message(options.message);
  const SigJob job = {key, context.view(), message, true, pre_hash};
  if (const std::size_t size = signature.view().size(); size != scheme.signature_size) {
    fmt::print("not valid: the signature has {} bytes; {} demands {}\n", size, scheme.id, scheme.signature_size);
    return kCheckFailed;
  }
  const bool is_valid = scheme.verify(job, signature.view());
  fmt::print("{}\n", is_valid ? "valid" : "not valid");
  return is_valid ? kOk : kCheckFailed;
}

// What those who sign and those who verify must say alike.
void add_scheme_options(CLI::App& command, const std::shared_ptr<Options>& options) {
  add_algorithm_option(command, sig_family(), options->algorithm, false);
  command.add_option(
      "message,--in", options->message,
      "Message to read; standard input by default. ed25519 and fog-mldsa65-ed25519 keep all of it in memory, "
      "at most 1 GiB; the others take it piece by piece");
  CLI::Option* hex = command.add_option("--context-hex", options->context_hex, "Context as hexadecimal digits");
  command.add_option("--context", options->context, "Context as text, at most 255 bytes; empty by default")
      ->excludes(hex);
  command
      .add_option(
          "--hash", options->pre_hash,
          "Hash function of hash-ml-dsa-*, as strong as the scheme: sha512 by default; for -87 also sha3-512 "
          "and shake256; for -65 also sha384 and sha3-384; for -44 also sha256, sha512-256, sha3-256 and shake128")
      ->type_name("NAME");
}

void attach_sign(CLI::App& sig, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *sig.add_subcommand("sign", "Make a detached signature");
  command.add_option("--sk", options->key, "Private key in any form to read; - is standard input")->required();
  command.add_option("--sig", options->signature, "Signature to write; - is standard output")->required();
  add_scheme_options(command, options);
  command.add_flag("--deterministic", options->deterministic, "Sign without fresh randomness, for equal signatures");
  add_output_options(command, options->encoding, options->rules, false);
  command.callback([options, &exit] {
    sign(*options);
    exit = kOk;
  });
}

void attach_verify(CLI::App& sig, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *sig.add_subcommand("verify", "Check a detached signature: exit code 0 valid, 1 not valid");
  command.add_option("--pk", options->key, "Public key to read; - is standard input")->required();
  command.add_option("--sig", options->signature, "Signature to read; - is standard input")->required();
  add_scheme_options(command, options);
  command.callback([options, &exit] { exit = verify(*options); });
}

}  // namespace

void attach_sig(CLI::App& command, int& exit) {
  command.require_subcommand(1);
  attach_keygen(command, sig_family(), exit);
  attach_pub(command, sig_family(), exit);
  attach_sign(command, exit);
  attach_verify(command, exit);
}

}  // namespace lydite::cli
