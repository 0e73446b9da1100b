// A file that is written beside its place and later moved there.
#pragma once

#include <csignal>
#include <string>

#include "cli/descriptor.h"
#include "cli/files.h"

namespace lydite::cli {

// Holds back the signals that end a command, for steps that must not be left half done.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

 private:
  sigset_t before_{};
};

// Removed again unless kept. Until it is placed it has no name where the file system can do that; otherwise it has a
// temporary name, which a signal that ends the command removes.
class PendingFile {
 public:
  // A file that will replace another one needs a name first: only a name can be moved over a name.
  PendingFile(const Output& output, bool force);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  void place(bool force);
  void keep() { is_placed_ = false; }

 private:
  Descriptor open_with_name();
  [[nodiscard]] bool move_to_free_name() const;
  void forget_name();
  void remove();

  std::string path_, name_;  // name_: for messages
  std::string temporary_;    // no temporary name: the file has none yet, or has its own
  Descriptor file_;
  bool is_placed_ = false;
};

}  // namespace lydite::cli
