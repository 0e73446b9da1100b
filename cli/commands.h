// The commands of `lydite`: one file each, which declares its options and the function that does the work.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lydite::cli {

// What the command answers to the shell.
enum ExitCode : int {
  kOk = 0,
  kCheckFailed = 1,
  kUsage = 2,
  kUnfitHost = 3,
  kBadInput = 4,  // missing or malformed
  kInterrupted = 5,
};

// Each declares options and a callback that does the work and sets `exit`. Name, description and examples are set by
// the table in main.cc. A callback may throw: CLI::ParseError means kUsage, everything else kBadInput.
void attach_list(CLI::App& command, int& exit);
void attach_host(CLI::App& command, int& exit);
void attach_kat(CLI::App& command, int& exit);
void attach_bench(CLI::App& command, int& exit);
void attach_compare(CLI::App& command, int& exit);
void attach_campaign(CLI::App& command, int& exit);
void attach_evidence(CLI::App& command, int& exit);
void attach_report(CLI::App& command, int& exit);
void attach_sig(CLI::App& command, int& exit);
void attach_kem(CLI::App& command, int& exit);
void attach_hash(CLI::App& command, int& exit);

// Tells on standard error that no algorithm matches the filter and which ids come near; returns kBadInput.
int nothing_selected(std::string_view filter);

// The same for an instruction set that this build and machine do not have; `where` it was named stands before it.
int no_such_target(std::string_view target, std::string_view where = "");

// Throws std::system_error that names the folder, if it cannot be read.
void require_folder(const std::string& path);

// For CLI11, which would take -1 for the largest number: an empty answer accepts.
[[nodiscard]] std::string refuse_negative(const std::string& number);

constexpr int last_cpu = 65535;  // the highest number that may be asked for; whether there is such a CPU is seen later

// The place of a name among all that there are, in upper or lower case. Throws std::runtime_error in one line: that the
// owner has no such thing, what comes near, and what there is.
[[nodiscard]] std::size_t index_of(const std::string& owner, const std::string& kind, const std::string& name,
                                   const std::vector<std::string>& names);

// "a, b and c".
[[nodiscard]] std::string enumerate(const std::vector<std::string>& words, const std::string& conjunction);

// "; did you mean ml-kem-768 or ml-kem-512?", or nothing when there is no candidate.
[[nodiscard]] std::string did_you_mean(const std::vector<std::string>& candidates);

}  // namespace lydite::cli
