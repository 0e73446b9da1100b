// Progress of a long measurement on a terminal, and its interruption from the keyboard.
#pragma once

#include <cstdint>
#include <string_view>

#include "lab/measure/measure.h"

namespace lydite::cli {

// Writes one line to standard error, over and over, if that is a terminal. SIGINT and SIGTERM end the measurement in
// good order while the object lives.
class TerminalProgress : public lab::Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void step(std::uint64_t done, std::uint64_t total, double seconds_left, std::string_view what) override;
  bool is_interrupted() override;
  // Removes the line.
  void clear();

 private:
  bool is_terminal_;
  bool shown_ = false;
};

}  // namespace lydite::cli
