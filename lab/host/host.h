// What this machine is, and whether it is fit to measure on (measurement.md section 7).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lydite::lab::host {

// One check, as data. `consequence` says what a failure means for the figures.
struct Check {
  std::string code;  // "H01" .. "H16"
  std::string name, found, wanted, consequence;
  bool ok = true;  // informational checks are always so
};

// Something known of the machine: "cpu_model", "Intel(R) Xeon(R) Processor". Never its name, never a local path.
struct Fact {
  std::string name, value;
};

struct Host {
  char grade = 'D';  // A fixed, B steady, C reference, D noisy
  std::vector<Check> checks;
  std::vector<Fact> facts;
  double noise_floor = 0;  // of the probe H13, as a fraction; 0 if it was not run

  [[nodiscard]] std::vector<Check> problems() const;
  [[nodiscard]] std::string fact(std::string_view name) const;  // empty if unknown
};

struct Options {
  std::string root = "/";          // where sys/ and proc/ are read from
  int cpu = -1;                    // the benchmark CPU; -1: the last one allowed
  bool probes = true;              // run H03, H09, H10, H13 and H14 on the machine; otherwise they fail as "not run"
  double probe_pause_seconds = 5;  // between the tries of H10
};

// Takes about two seconds with probes.
[[nodiscard]] Host examine(const Options& options);

// What H05 finds where the system leaves the frequency alone.
inline constexpr std::string_view no_frequency_control = "no frequency control";

// The grade that follows from the checks alone.
[[nodiscard]] char grade(const std::vector<Check>& checks);

}  // namespace lydite::lab::host
