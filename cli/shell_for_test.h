// Runs shell lines with the built command as `lydite`, in a folder of their own.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace lydite::cli {

struct Ran {
  int exit = -1;  // 128 + signal for a crash
  std::string out, err;
};

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// For test names, which have no hyphens: an algorithm's.
constexpr auto algorithm_name = [](const auto& info) {
  std::string name = info.param.algorithm;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
};

// The line with a standard output whose reader has gone for certain.
inline std::string to_closed_pipe(const std::string& line) {
  return "rm -f pipe; mkfifo pipe; (exec 3<pipe)& exec 4>pipe; wait; rm pipe; " + line + " >&4";
}

class ShellTest : public testing::Test {
 protected:
  ShellTest() : folder_(make_folder()) { std::filesystem::create_directory(folder_ / "work"); }
  ~ShellTest() override { std::filesystem::remove_all(folder_); }

  // Runs in the scratch folder. The exit code is that of the last command, or of one that failed in a pipe.
  [[nodiscard]] Ran shell(const std::string& script) const {
    std::ofstream(folder_ / "script") << "set -o pipefail\ncd '" << (folder_ / "work").string()
                                      << "'\nlydite() { '" LYDITE_COMMAND "' \"$@\"; }\n"
                                      << script << "\n";
    const std::string base = folder_.string();
    const std::string command =
        "env -u LYDITE_TARGET bash " + base + "/script >" + base + "/out 2>" + base + "/err </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(folder_ / "out"),
            slurp(folder_ / "err")};
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / "work" / name; }
  [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  [[nodiscard]] std::string read(const std::string& name) const { return slurp(path(name)); }
  void write(const std::string& name, const std::string& contents) const {
    std::ofstream(path(name), std::ios::binary) << contents;
  }
  [[nodiscard]] unsigned mode(const std::string& name) const {
    struct stat status{};
    return stat(path(name).c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  [[nodiscard]] std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_ / "work"), std::filesystem::directory_iterator()));
  }

 private:
  static std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lydite-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::filesystem::filesystem_error("no scratch folder", name, {});
    return name;
  }
  static std::string slurp(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path folder_;
};

}  // namespace lydite::cli
