#include "lab/evidence/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace lydite::lab::evidence {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_suffix = ".partial";

[[noreturn]] void fail(std::string_view action, const fs::path& file) {
  throw std::system_error(errno, std::generic_category(), "cannot " + std::string(action) + " " + file.string());
}

// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  Descriptor(const fs::path& file, int flags) : value_(open(file.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return value_; }  // NOLINT: used where the system takes one

 private:
  int value_;
};

void write_all(int descriptor, std::string_view contents, const fs::path& file) {
  while (!contents.empty()) {
    const ssize_t written = write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", file);
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fsync(descriptor) != 0) fail("synchronise", file);
}

// The new name must survive a crash as well as the contents.
void synchronise_folder(const fs::path& folder) {
  const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0 || fsync(descriptor) != 0) fail("synchronise", folder);
}

}  // namespace

std::string read_file(const fs::path& file) {
  const Descriptor descriptor(file, O_RDONLY);
  if (descriptor < 0) fail("open", file);
  std::string contents;
  std::array<char, 65536> block;
  for (;;) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", file);
    if (count == 0) return contents;
    contents.append(block.data(), static_cast<std::size_t>(count));
  }
}

void write_file(const fs::path& file, std::string_view contents) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  fs::create_directories(folder);
  const fs::path temporary = file.string() + std::string(temporary_suffix);
  {
    const Descriptor descriptor(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    if (descriptor < 0) fail("create", temporary);
    write_all(descriptor, contents, temporary);
  }
  if (rename(temporary.c_str(), file.c_str()) != 0) fail("rename to", file);
  synchronise_folder(folder);
}

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) paths.push_back(entry.path().lexically_relative(folder).generic_string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool is_temporary(std::string_view path) { return path.ends_with(temporary_suffix); }

void remove_temporaries(const fs::path& folder) {
  for (const std::string& path : files_below(folder)) {
    if (is_temporary(path)) fs::remove(folder / path);
  }
}

FolderLock::FolderLock(const fs::path& folder) : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail("open", folder);
}

FolderLock::~FolderLock() { close(descriptor_); }

bool FolderLock::try_lock() { return flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

}  // namespace lydite::lab::evidence
