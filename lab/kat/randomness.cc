#include "lab/kat/randomness.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

using Result = std::optional<std::vector<std::uint8_t>>;

// Bytes that follow from a number, and how many of them were drawn.
class Source {
 public:
  explicit Source(std::uint8_t number) { stream_.absorb(std::array<std::uint8_t, 1>{number}); }
  [[nodiscard]] Entropy entropy() { return {fill, this}; }
  [[nodiscard]] std::uint64_t drawn() const { return drawn_; }

 private:
  static bool fill(void* context, std::span<std::uint8_t> out) {
    auto& source = *static_cast<Source*>(context);
    source.stream_.squeeze(out);
    source.drawn_ += out.size();
    return true;
  }

  Shake256::Incremental stream_;
  std::uint64_t drawn_ = 0;
};

bool fail(void*, std::span<std::uint8_t>) { return false; }

std::string defect_of(std::uint64_t drawn, const Result& first, const Result& again, const Result& other,
                      const Result& failed) {
  if (!first || !again || !other) return "fails with a source that works";
  if (drawn == 0 && first == again && first == other)
    return "draws no random bytes: its result is fixed, or follows the time";
  if (drawn == 0) return "draws no random bytes: its result comes from another generator";
  if (first != again) return "depends on something else than the bytes it draws";
  if (first == other) return "ignores the bytes it draws";
  return failed ? "goes on when its source fails" : "";
}

}  // namespace

Draw examine(const Randomised& function) {
  Source first(1), again(1), other(2);
  const Result on_first = function.run(first.entropy()), on_again = function.run(again.entropy());
  const Result on_other = function.run(other.entropy()), on_failure = function.run({fail, nullptr});
  return {function.name, first.drawn(), defect_of(first.drawn(), on_first, on_again, on_other, on_failure)};
}

}  // namespace lydite::lab::kat
