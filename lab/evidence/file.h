// Files of a data set: read whole, written so that a reader sees the old contents or the new ones and nothing between.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lydite::lab::evidence {

// Throws std::system_error, which names the file.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

// Writes to a temporary name beside the file, synchronises, renames. Makes missing folders. Throws std::system_error.
void write_file(const std::filesystem::path& file, std::string_view contents);

// Paths of all regular files below the folder, relative to it, with `/`, bytewise sorted.
[[nodiscard]] std::vector<std::string> files_below(const std::filesystem::path& folder);

// What a killed write_file() left behind.
[[nodiscard]] bool is_temporary(std::string_view path);
void remove_temporaries(const std::filesystem::path& folder);

// An exclusive lock on a folder, held while the object lives and released by the system if the process dies.
class FolderLock {
 public:
  // Throws std::system_error if the folder cannot be opened.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // False if another process holds it.
  [[nodiscard]] bool try_lock();

 private:
  int descriptor_;
};

}  // namespace lydite::lab::evidence
