#include "cli/message.h"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>

namespace lydite::cli {

MessageFile::MessageFile(const std::string& path)
    : name_(shown(path, "standard input")),
      file_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      piece_(1 << 16) {
  if (file_.number() < 0) fail("cannot open " + name_);
}

Message MessageFile::next() {
  ssize_t got = 0;
  do got = read(file_.number(), piece_.data(), piece_.size());
  while (got < 0 && errno == EINTR);
  if (got < 0) fail("cannot read " + name_);
  return {piece_.data(), static_cast<std::size_t>(got)};
}

std::vector<std::uint8_t> MessageFile::whole() {
  std::vector<std::uint8_t> all;
  for (Message piece = next(); !piece.empty(); piece = next()) {
    if (all.size() + piece.size() > whole_limit) {
      throw std::runtime_error(name_ + ": this algorithm needs the whole message in memory, at most " +
                               std::to_string(whole_limit) + " bytes; one that hashes it first has no limit");
    }
    all.insert(all.end(), piece.begin(), piece.end());
  }
  return all;
}

}  // namespace lydite::cli
