// Runs every operation, on every target, in a thread with a stack of 128 KiB (musl's default) above a guard page, and
// tells how much of it was used. Lists what would not fit 64 KiB.
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "lydite/cpu.h"
#include "tests/programs/operations.h"
#include "tests/programs/own_stack.h"

namespace lydite::programs {
namespace {

char now[128];

void on_fault(int) {
  const char text[] = "stack overflow in ";
  [[maybe_unused]] auto written = write(STDOUT_FILENO, text, sizeof text - 1);
  written = write(STDOUT_FILENO, now, std::strlen(now));
  written = write(STDOUT_FILENO, "\n", 1);
  _exit(1);
}

// The handler runs on a stack of its own: the thread's is what overflowed.
void install_handler() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}

// More than the whole stack; every page is written, so that none can be jumped over.
void planted_overflow() {
  std::array<volatile std::uint8_t, 160 * 1024> memory;
  for (std::size_t i = memory.size(); i > 0; i -= 1024) memory[i - 1] = 1;
}

int run(bool plant) {
  constexpr std::size_t kib = 1024;
  OwnStack stack(128 * kib);
  stack.run([] {});
  const std::size_t empty = stack.used();
  std::size_t most = 0, count = 0;
  auto operations = all_operations();
  if (plant) operations.push_back({"planted overflow", planted_overflow});
  for (const std::string_view target : supported_targets()) {
    use_target(target);
    for (const Operation& operation : operations) {
      std::snprintf(now, sizeof now, "%s on %s", operation.name.c_str(), target.data());
      stack.run([&operation] {
        install_handler();
        operation.run();
      });
      ++count;
      most = std::max(most, stack.used());
      if (stack.used() > 64 * kib) std::printf("would not fit 64 KiB: %s, %zu bytes\n", now, stack.used());
    }
  }
  std::printf("%zu operations fit 128 KiB; the most used was %zu bytes, of which %zu are the thread's own\n", count,
              most, empty);
  return count == 0 ? 1 : 0;
}

}  // namespace
}  // namespace lydite::programs

// `small_stack plant` adds an operation that does not fit.
int main(int argc, char** argv) { return lydite::programs::run(argc > 1 && std::string_view(argv[1]) == "plant"); }
