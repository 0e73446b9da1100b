#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace lydite::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void note(int) { interrupted = 1; }

}  // namespace

TerminalProgress::TerminalProgress() : is_terminal_(isatty(STDERR_FILENO) != 0) {
  interrupted = 0;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

TerminalProgress::~TerminalProgress() {
  clear();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void TerminalProgress::step(std::uint64_t done, std::uint64_t total, double seconds_left, std::string_view what) {
  if (!is_terminal_) return;
  fmt::print(stderr, "\r\x1b[K{:3} %  {:.0f} s left  {}", total == 0 ? 0 : 100 * done / total, seconds_left, what);
  std::fflush(stderr);
  shown_ = true;
}

bool TerminalProgress::is_interrupted() { return interrupted != 0; }

void TerminalProgress::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace lydite::cli
