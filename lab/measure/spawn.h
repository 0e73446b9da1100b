// Runs a program to its end, with its output kept and a limit on its time.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lydite::lab {

struct Command {
  std::vector<std::string> arguments;                            // the first is the path of the program
  std::vector<std::pair<std::string, std::string>> environment;  // added to, or instead of, inherited variables
  double timeout_seconds = 60;
};

struct Outcome {
  bool started = false;
  bool timed_out = false;  // and was killed
  int exit_code = -1;      // as the shell gives it: 128 + signal for a crash
  std::string output;
  std::string errors;  // the start of standard error
};

[[nodiscard]] Outcome run(const Command& command);

// The path of this program.
[[nodiscard]] std::string this_program();

}  // namespace lydite::lab
