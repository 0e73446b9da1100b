#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "cli/descriptor.h"
#include "cli/pending_file.h"

namespace lydite::cli {
namespace {

// The number of bytes read: all of `out`, or less at the end of the file.
std::size_t read_all(int descriptor, std::span<std::uint8_t> out, const std::string& path) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = read(descriptor, out.data() + done, out.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read " + path);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

// The system's names of open files: /dev/stdout, /dev/fd/3. Nothing may take their places.
bool is_open_file(const std::string& path) {
  std::error_code error;
  const auto folder = std::filesystem::canonical(std::filesystem::path(path).parent_path(), error);
  return std::filesystem::is_symlink(path, error) && (folder == "/dev" || folder.string().starts_with("/proc/"));
}

// Standard output, a device, a pipe: what is written there cannot be taken back.
bool is_stream(const std::string& path) {
  struct stat status{};
  return path == "-" || is_open_file(path) ||
         (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

// Not to a terminal: secrets that nobody asked to see, and bytes that would garble it.
void require_printable(const Output& output, bool show_secrets) {
  if (output.secret && !show_secrets) {
    throw std::runtime_error(output.option + ": secrets are not printed to a terminal without --show-secrets");
  }
  const auto is_text = [](std::uint8_t byte) { return byte == '\n' || (byte >= ' ' && byte <= '~'); };
  if (!std::ranges::all_of(output.bytes.view(), is_text)) {
    throw std::runtime_error(output.option +
                             ": bytes are not printed to a terminal; --encoding hex makes text of them");
  }
}

void write_stream(const Output& output, bool show_secrets) {
  Descriptor stream(output.path == "-" ? STDOUT_FILENO : open(output.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (stream.number() < 0) fail("cannot write " + output.path);
  if (isatty(stream.number()) == 1) require_printable(output, show_secrets);
  write_all(stream.number(), output.bytes.view(), shown(output.path, "standard output"));
  if (output.path != "-" && !stream.finish()) fail("cannot write " + output.path);
}

bool is_same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

}  // namespace

Buffer read_input(const std::string& path, std::size_t limit) {
  Descriptor file(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const std::string name = shown(path, "standard input");
  if (file.number() < 0) fail("cannot open " + name);
  Buffer bytes(limit + 1);
  bytes.shrink(read_all(file.number(), bytes.fill(), name));
  if (bytes.view().size() > limit) throw std::runtime_error(name + ": more than " + std::to_string(limit) + " bytes");
  return bytes;
}

bool is_same_place(const std::string& a, const std::string& b, int standard_stream) {
  const auto status = [=](const std::string& path, struct stat& into) {
    return (path == "-" ? fstat(standard_stream, &into) : stat(path.c_str(), &into)) == 0;
  };
  struct stat of_a{}, of_b{};
  if (a == b || (status(a, of_a) && status(b, of_b) && is_same_file(of_a, of_b))) return true;
  if (a == "-" || b == "-") return false;
  // Files that do not exist yet, or that will be replaced: the same name in the same folder.
  const std::filesystem::path path_a(a), path_b(b);
  const auto folder = [](const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path().string() : std::string(".");
  };
  return path_a.filename() == path_b.filename() && status(folder(path_a), of_a) && status(folder(path_b), of_b) &&
         is_same_file(of_a, of_b);
}

void require_writable(const std::string& path, OutputRules rules) {
  struct stat status{};
  if (is_stream(path) || lstat(path.c_str(), &status) != 0) return;
  if (S_ISDIR(status.st_mode)) throw std::runtime_error(path + " is a folder");
  if (!rules.force) throw std::runtime_error(path + " exists; --force replaces it");
}

void write_outputs(std::span<const Output> outputs, OutputRules rules) {
  for (const Output& output : outputs) require_writable(output.path, rules);
  std::deque<PendingFile> files;
  for (const Output& output : outputs) {
    if (!is_stream(output.path)) files.emplace_back(output, rules.force);
  }
  for (const Output& output : outputs) {
    if (is_stream(output.path)) write_stream(output, rules.show_secrets);
  }
  const HeldSignals held;
  for (PendingFile& file : files) file.place(rules.force);
  for (PendingFile& file : files) file.keep();
}

}  // namespace lydite::cli
