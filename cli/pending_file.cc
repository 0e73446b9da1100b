#include "cli/pending_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>

namespace lydite::cli {
namespace {

constexpr std::array ending_signals = {SIGHUP, SIGINT, SIGTERM};

// Names to remove when a signal ends the command; more files than that are not written at once.
std::array<std::atomic<const char*>, 4> doomed_names{};

// Runs once, as the signal's action is then the default again and ends the command when this returns.
void remove_doomed(int number) {
  for (const auto& name : doomed_names) {
    if (const char* path = name.load(); path != nullptr) unlink(path);
  }
  raise(number);
}

// Signals that are ignored, as below nohup, stay so.
void handle_signals() {
  struct sigaction action{};
  action.sa_handler = remove_doomed;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : ending_signals) {
    struct sigaction before{};
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(number, &action, nullptr);
  }
}

void replace_doomed(const char* old_name, const char* new_name) {
  const auto slot = std::ranges::find_if(doomed_names, [=](const auto& name) { return name.load() == old_name; });
  if (slot == doomed_names.end()) throw std::runtime_error("too many files at once");
  slot->store(new_name);
}

std::string descriptor_path(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// A file without a name, which descriptor_path() can link; or no file.
Descriptor open_without_name(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  Descriptor file(open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  const bool can_link = file.number() >= 0 && access(descriptor_path(file.number()).c_str(), F_OK) == 0;
  return can_link ? std::move(file) : Descriptor(-1);
}

// As a file that was created in the ordinary way.
void make_public(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
}

}  // namespace

HeldSignals::HeldSignals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int number : ending_signals) sigaddset(&held, number);
  sigprocmask(SIG_BLOCK, &held, &before_);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

PendingFile::PendingFile(const Output& output, bool force)
    : path_(output.path), name_(shown(path_, "-")), file_(force ? Descriptor(-1) : open_without_name(path_)) {
  try {
    if (file_.number() < 0) file_.adopt(open_with_name());
    if (!output.secret) make_public(file_.number());
    write_all(file_.number(), output.bytes.view(), path_);
    if (fsync(file_.number()) != 0) fail("cannot write " + name_);
    if (!temporary_.empty() && !file_.finish()) fail("cannot write " + name_);
  } catch (...) {
    remove();
    throw;
  }
}

PendingFile::~PendingFile() { remove(); }

Descriptor PendingFile::open_with_name() {
  handle_signals();
  const HeldSignals held;
  temporary_ = path_ + ".XXXXXX";
  Descriptor file(mkostemp(temporary_.data(), O_CLOEXEC));  // mode 0600
  if (file.number() < 0) {
    temporary_.clear();
    fail("cannot create " + name_);
  }
  replace_doomed(nullptr, temporary_.c_str());
  return file;
}

void PendingFile::place(bool force) {
  if (!(force ? std::rename(temporary_.c_str(), path_.c_str()) == 0 : move_to_free_name())) {
    fail("cannot create " + name_);
  }
  forget_name();
  is_placed_ = true;
}

bool PendingFile::move_to_free_name() const {
  if (temporary_.empty()) {
    const std::string file = descriptor_path(file_.number());
    return linkat(AT_FDCWD, file.c_str(), AT_FDCWD, path_.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }
  if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  return link(temporary_.c_str(), path_.c_str()) == 0 && unlink(temporary_.c_str()) == 0;
}

void PendingFile::forget_name() {
  if (temporary_.empty()) return;
  replace_doomed(temporary_.c_str(), nullptr);
  temporary_.clear();
}

void PendingFile::remove() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  forget_name();
  if (is_placed_) unlink(path_.c_str());
}

}  // namespace lydite::cli
