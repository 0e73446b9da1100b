#include "lydite/entropy.h"

#include <sys/random.h>

#include <cerrno>

namespace lydite {
namespace {

bool from_getrandom(void*, std::span<std::uint8_t> out) noexcept {
  while (!out.empty()) {
    const ssize_t got = getrandom(out.data(), out.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace

Result<void> Entropy::fill(std::span<std::uint8_t> out) const noexcept {
  if (fill_(context_, out)) return {};
  wipe(out);
  return Error::kEntropy;
}

Entropy system_entropy() noexcept { return {from_getrandom, nullptr}; }

}  // namespace lydite
