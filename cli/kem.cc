// lydite kem: key pairs, encapsulation and decapsulation with files and pipes.
#include "cli/kem.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>

#include "cli/commands.h"
#include "cli/key_options.h"

namespace lydite::cli {
namespace {

struct Options {
  std::string algorithm, ek, dk, ct, ss, form;
  Encoding encoding = Encoding::kRaw;
  OutputRules rules;
};

Output output(std::string option, std::string path, bool secret, const Buffer& bytes, const Options& options) {
  return {std::move(option), std::move(path), secret, encode_bytes(bytes.view(), options.encoding)};
}

void encaps(const Options& options) {
  require_distinct(options.ct, options.ss, STDOUT_FILENO, "--ct and --ss");
  require_kept(options.ek, options.ct, "--ek and --ct");
  require_kept(options.ek, options.ss, "--ek and --ss");
  const KeyFile file(kem_family(), Role::kPublic, options.ek);
  const KemScheme& scheme = as_kem(file.scheme(options.algorithm));
  const SentBytes sent = expect(scheme.encapsulate(file.key(*scheme.key)), file.object());
  const Output outputs[] = {output("--ct", options.ct, false, sent.ciphertext, options),
                            output("--ss", options.ss, true, sent.shared_key, options)};
  write_outputs(outputs, options.rules);
}

// The seeds of several schemes have one length: the ciphertext then says which it is.
const KemScheme& scheme_for(const KeyFile& file, const std::string& id, Message ct, const std::string& ct_name) {
  std::vector<const Scheme*> fitting;
  std::vector<std::string> sizes;
  const std::vector<const Scheme*> schemes = file.schemes(id);
  for (const Scheme* scheme : schemes) {
    if (as_kem(*scheme).ciphertext_size == ct.size()) fitting.push_back(scheme);
    sizes.push_back(std::to_string(as_kem(*scheme).ciphertext_size));
  }
  if (!fitting.empty()) return as_kem(file.only(fitting));
  throw std::runtime_error(ct_name + " has " + std::to_string(ct.size()) + " bytes; " +
                           (sizes.size() == 1 ? schemes.front()->key->name + " demands " + sizes.front()
                                              : "known lengths are " + enumerate(sizes, "and")));
}

void decaps(const Options& options) {
  require_distinct(options.dk, options.ct, STDIN_FILENO, "--dk and --ct");
  require_kept(options.dk, options.ss, "--dk and --ss");
  require_kept(options.ct, options.ss, "--ct and --ss");
  const KeyFile file(kem_family(), Role::kPrivate, options.dk);
  const Buffer ct = read_bytes(options.ct);
  const std::string ct_name = "ciphertext " + options.ct;
  const KemScheme& scheme = scheme_for(file, options.algorithm, ct.view(), ct_name);
  auto result = scheme.decapsulate(file.key(*scheme.key, options.form), ct.view());
  // A private key is of no order: a point of low order is the ciphertext's.
  const bool is_ciphertext = !result && result.error() == Error::kLowOrderPoint;
  const Buffer K = expect(std::move(result), is_ciphertext ? ct_name : file.object());
  const Output outputs[] = {output("--ss", options.ss, true, K, options)};
  write_outputs(outputs, options.rules);
}

void attach_encaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *kem.add_subcommand("encaps", "Make a ciphertext and a shared key");
  add_algorithm_option(command, kem_family(), options->algorithm, false);
  command.add_option("--ek", options->ek, "Encapsulation key to read; - is standard input")->required();
  command.add_option("--ct", options->ct, "Ciphertext to write; - is standard output")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600)")->required();
  add_output_options(command, options->encoding, options->rules, false);
  command.callback([options, &exit] {
    encaps(*options);
    exit = kOk;
  });
}

void attach_decaps(CLI::App& kem, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *kem.add_subcommand("decaps", "Recover the shared key from a ciphertext");
  add_algorithm_option(command, kem_family(), options->algorithm, false);
  command.add_option("--dk", options->dk, "Decapsulation key in any form to read; - is standard input")->required();
  command.add_option("--ct", options->ct, "Ciphertext to read; - is standard input")->required();
  command.add_option("--ss", options->ss, "Shared key to write (secret, mode 0600); - is standard output")->required();
  command.add_option("--form", options->form, "hpqc: the decapsulation key of x-wing has the 1,248 bytes of hpqc");
  add_output_options(command, options->encoding, options->rules, false);
  command.callback([options, &exit] {
    decaps(*options);
    exit = kOk;
  });
}

}  // namespace

void attach_kem(CLI::App& command, int& exit) {
  command.require_subcommand(1);
  attach_keygen(command, kem_family(), exit);
  attach_pub(command, kem_family(), exit);
  attach_encaps(command, exit);
  attach_decaps(command, exit);
}

}  // namespace lydite::cli
