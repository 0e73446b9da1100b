// File descriptors with errors that name the file.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "lydite/bytes.h"

namespace lydite::cli {

[[noreturn]] inline void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// A path as messages have it.
inline std::string shown(const std::string& path, const char* standard_stream) {
  return path == "-" ? standard_stream : path.empty() ? "\"\"" : path;
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) close(number_);
  }
  void adopt(Descriptor&& other) { std::swap(number_, other.number_); }
  [[nodiscard]] int number() const { return number_; }
  // Closes with a check: some file systems report a full disk only then.
  [[nodiscard]] bool finish() { return close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

inline void write_all(int descriptor, Message bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t put = write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) fail("cannot write " + path);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

}  // namespace lydite::cli
