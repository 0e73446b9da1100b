// The table of commands, and what all of them share: exit codes, messages, the choice of the target.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "lab/algorithm.h"
#include "lab/measure/trial_child.h"
#include "lydite/cpu.h"
#include "lydite/version.h"

namespace lydite::cli {
namespace {

void attach_version(CLI::App& command, int& exit) {
  command.callback([&exit] {
    fmt::print("lydite {}\n", LYDITE_VERSION);
    exit = kOk;
  });
}

struct Command {
  std::string name, description, examples;
  void (*attach)(CLI::App& command, int& exit);
};

const std::vector<Command>& commands() {
  static const std::vector<Command> table = {
      {"list", "What exists: algorithms, sizes, operations, targets",
       "  lydite list\n"
       "  lydite list ml-kem --describe\n"
       "  lydite list 'sha3-*' --json",
       attach_list},
      {"host", "What this machine is, and whether it is fit to measure on",
       "  lydite host\n"
       "  lydite host --cpu 1 --json",
       attach_host},
      {"kat", "Known answers: are the results right?",
       "  lydite kat\n"
       "  lydite kat ml-kem --target all\n"
       "  lydite kat --vectors vectors --json",
       attach_kat},
      {"bench", "Time operations, after the gate of known answers",
       "  lydite bench ml-kem-768\n"
       "  lydite bench sha3-256 --op hash_4096 --target all\n"
       "  lydite bench ml-kem-768 --op decaps --scaling\n"
       "  lydite bench ml-kem --trials 20 --out records",
       attach_bench},
      {"compare", "Two arms in turns, or failures against successes: ratio, interval, verdict",
       "  lydite compare sha3-256 sha3-256:libgcrypt --op hash_131072\n"
       "  lydite compare ml-kem-768@AVX3_DL ml-kem-768@AVX2 --until-decided\n"
       "  lydite compare fog-mldsa65-ed25519 --uniform --op verify_bad_first_4096",
       attach_compare},
      {"campaign", "A whole measurement with evidence, which can be resumed",
       "  lydite campaign campaigns/first-light.json --out build/evidence\n"
       "  lydite campaign campaigns/first-light.json --out build/evidence --quick\n"
       "  lydite campaign campaigns/fog-pki.json --quick --allow-unfixed-host --out out/fog-pki",
       attach_campaign},
      {"evidence", "Check a data set: recompute every number and page", "  lydite evidence check evidence/first-light",
       attach_evidence},
      {"report", "Pages, tables and figures of a data set",
       "  lydite report evidence/first-light --format html --out page.html\n"
       "  lydite report evidence/first-light --format csv\n"
       "  lydite report evidence/fog-kem --format md --out fog-kem.md\n"
       "  lydite report evidence/fog-pki --figure distribution-ml-dsa-65 --out signing.svg",
       attach_report},
      {"sig", "Key pairs and detached signatures of files and pipes",
       "  lydite sig keygen --alg ml-dsa-65 --pk alice.pk --sk alice.sk --encoding pem\n"
       "  lydite sig sign --sk alice.sk --in release.tar --sig release.sig\n"
       "  lydite sig verify --pk alice.pk --in release.tar --sig release.sig\n"
       "  tar c docs | lydite sig sign --sk alice.sk --context docs --sig - > docs.sig\n"
       "  lydite sig pub --sk alice.sk --encoding pem --pk -",
       attach_sig},
      {"kem", "Key pairs, encapsulation and decapsulation with files and pipes",
       "  lydite kem keygen --alg ml-kem-768 --ek alice.ek --dk alice.dk --encoding pem\n"
       "  lydite kem encaps --ek alice.ek --ct message.ct --ss sender.ss\n"
       "  lydite kem decaps --dk alice.dk --ct message.ct --ss receiver.ss\n"
       "  lydite kem encaps --encoding hex --ek - --ct - --ss sender.ss < alice.ek",
       attach_kem},
      {"hash", "Digests of files and pipes",
       "  lydite hash README.md\n"
       "  tar c docs | lydite hash\n"
       "  lydite hash --alg shake256 --length 64 --json README.md CHANGELOG.md",
       attach_hash},
      {"version", "The version of this command", "  lydite version", attach_version},
  };
  return table;
}

const std::string exit_codes =
    "Exit codes: 0 done; 1 a check failed: a signature is not valid, a result is wrong; 2 usage: options that do not\n"
    "exist, do not go together or are out of range; 3 host unfit; 4 what is named or read does not exist or is\n"
    "malformed, or an output cannot be written; 5 interrupted.\n";

void attach_all(CLI::App& app, int& exit) {
  app.description("Lydite: post-quantum cryptography, and a laboratory that measures it with evidence");
  app.set_version_flag("--version", "lydite " LYDITE_VERSION, "Print the version and exit");
  app.require_subcommand(1);
  app.footer(exit_codes +
             "LYDITE_TARGET limits the instruction set, for example LYDITE_TARGET=AVX2.\n"
             "`lydite COMMAND --help` explains a command.");
  for (const Command& command : commands()) {
    CLI::App& sub = *app.add_subcommand(command.name, command.description);
    sub.footer("Examples:\n" + command.examples + "\n" + exit_codes);
    command.attach(sub, exit);
  }
}

// The command whose words were not all understood, from the outermost inwards.
const CLI::App* puzzled(const CLI::App& app) {
  if (!app.remaining().empty()) return &app;
  for (const CLI::App* command : app.get_subcommands()) {
    if (const CLI::App* found = puzzled(*command); found != nullptr) return found;
  }
  return nullptr;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : full_name(*command.get_parent()) + " " + command.get_name();
}

// The command that was asked for, as far as there is one.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

// What the parser says, in words of the command line.
std::string explain_understood(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return text.substr(0, text.find(':')) +
           (text.ends_with(" missing") ? " wants a value" : " is given more than once");
  }
  const CLI::App& command = innermost(app);
  const auto names = command_names(command);
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || names.empty()) return text;
  return full_name(command) + " wants one of its commands: " + enumerate(names, "or");
}

// Of words that it does not know, which ones come near.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = puzzled(app);
  if (command == nullptr) return explain_understood(app, error);
  const std::string word = command->remaining().front();
  const bool is_option = word.starts_with('-');
  const auto known = is_option ? option_names(*command) : command_names(*command);
  if (known.empty()) return error.what();
  return fmt::format("{} has no {} \"{}\"{}", full_name(*command), is_option ? "option" : "command", word,
                     did_you_mean(lab::nearest(word.substr(0, word.find('=')), known)));
}

int choose_target() {
  const char* wanted = std::getenv("LYDITE_TARGET");
  return wanted == nullptr || use_target(wanted) ? kOk : no_such_target(wanted, "LYDITE_TARGET=");
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("", "lydite");
  int exit = kOk;
  attach_all(app, exit);
  if (argc < 2) {
    fmt::print(stderr, "{}", app.help());
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // the help or the version
    fmt::print(stderr, "error: {}\nRun with --help for more information.\n", explain(app, error));
    return kUsage;
  }
  return exit;
}

// What was printed must have arrived: a full disk is an error. A reader that went away (`| head`) is not.
int flush(int exit) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit;
  if (errno == EPIPE) return exit;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

int run(int argc, char** argv) {
  // One measured process: no time for the parser, and its target is part of the job.
  if (argc >= 2 && std::string_view(argv[1]) == "trial") return lab::trial_main(argc, argv);
  if (const int refused = choose_target(); refused != kOk) return refused;
  return flush(parse_and_run(argc, argv));
}

int guarded(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe && std::ferror(stdout) != 0) return kOk;
    fmt::print(stderr, "error: {}\n", error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
  }
  return kBadInput;
}

// A file that is opened later must not take the place of a closed standard stream.
void occupy_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace
}  // namespace lydite::cli

int main(int argc, char** argv) {
  lydite::cli::occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  return lydite::cli::guarded(argc, argv);
}
