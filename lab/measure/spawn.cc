#include "lab/measure/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <string_view>

#include "lab/measure/clock.h"

namespace lydite::lab {
namespace {

constexpr std::size_t errors_kept = 4096;

// A pipe whose ends are closed with it.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int end(std::size_t i) const { return ends_[i]; }
  void close_end(std::size_t i) {
    if (ends_[i] >= 0) close(ends_[i]);
    ends_[i] = -1;
  }
  // Appends what is there; closes the reading end at the end of the stream.
  void drain(std::string& text, std::size_t most) {
    std::array<char, 65536> buffer;
    const ssize_t length = read(ends_[0], buffer.data(), buffer.size());
    if (length < 0 && errno == EINTR) return;
    if (length <= 0) return close_end(0);
    text.append(buffer.data(), std::min(static_cast<std::size_t>(length), most - std::min(most, text.size())));
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_for(const Command& command) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    const bool replaced = std::any_of(command.environment.begin(), command.environment.end(),
                                      [&](const auto& variable) { return variable.first == name; });
    if (!replaced) result.emplace_back(*entry);
  }
  for (const auto& [name, value] : command.environment) result.push_back(name + "=" + value);
  return result;
}

pid_t start(const Command& command, const Pipe& output, const Pipe& errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.end(1), 1);
  posix_spawn_file_actions_adddup2(&actions, errors.end(1), 2);
  std::vector<std::string> arguments = command.arguments, environment = environment_for(command);
  pid_t child = -1;
  const int error = posix_spawn(&child, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

// Reads both streams until they end. Returns false when the deadline passed first.
bool collect(Pipe& output, Pipe& errors, std::uint64_t deadline_ns, Outcome& outcome) {
  while (output.end(0) >= 0 || errors.end(0) >= 0) {
    const std::uint64_t now = wall_ns();
    if (now >= deadline_ns) return false;
    std::array<pollfd, 2> streams{{{output.end(0), POLLIN, 0}, {errors.end(0), POLLIN, 0}}};
    const auto wait_ms = std::min<std::uint64_t>((deadline_ns - now) / 1'000'000 + 1, INT_MAX);
    if (poll(streams.data(), streams.size(), static_cast<int>(wait_ms)) <= 0) continue;
    if (streams[0].revents != 0) output.drain(outcome.output, SIZE_MAX);
    if (streams[1].revents != 0) errors.drain(outcome.errors, errors_kept);
  }
  return true;
}

// The exit code; a child that closed its streams and lives on is killed when the deadline passes.
int reap(pid_t child, std::uint64_t deadline_ns, Outcome& outcome) {
  int status = 0;
  while (waitpid(child, &status, outcome.timed_out ? 0 : WNOHANG) == 0) {
    if (wall_ns() >= deadline_ns) {
      outcome.timed_out = true;
      kill(child, SIGKILL);
    }
    usleep(200);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Outcome run(const Command& command) {
  Outcome outcome;
  Pipe output, errors;
  const pid_t child = start(command, output, errors);
  outcome.started = child >= 0;
  if (!outcome.started) return outcome;
  output.close_end(1);
  errors.close_end(1);
  const auto limit_ns = static_cast<std::uint64_t>(command.timeout_seconds * 1e9);
  const std::uint64_t deadline_ns = wall_ns() + limit_ns;
  if (!collect(output, errors, deadline_ns, outcome)) {
    outcome.timed_out = true;
    kill(child, SIGKILL);
  }
  outcome.exit_code = reap(child, deadline_ns, outcome);
  return outcome;
}

std::string this_program() {
  std::string path(PATH_MAX, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return path;
}

}  // namespace lydite::lab
