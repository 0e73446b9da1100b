// The search for what was secret, in the whole writable memory of the process: 16-byte pieces of each secret. The
// program itself keeps every secret masked, in memory that a search for the plain bytes does not match.
#pragma once

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lydite/bytes.h"
#include "lydite/cpu.h"
#include "tests/programs/own_stack.h"

namespace lydite::programs {

constexpr std::uint8_t mask = 0xA5;
constexpr std::size_t piece = 16;

// Secret bytes under the mask. reveal() writes them to memory that the caller wipes.
class Masked {
 public:
  Masked(std::string name, Message plain) : name_(std::move(name)), bytes_(plain.begin(), plain.end()) {
    for (std::uint8_t& byte : bytes_) byte ^= mask;
  }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<std::uint8_t>& masked() const { return bytes_; }
  void reveal(std::span<std::uint8_t> out) const {
    std::transform(bytes_.begin(), bytes_.end(), out.begin(), [](std::uint8_t b) { return b ^ mask; });
  }

 private:
  std::string name_;
  std::vector<std::uint8_t> bytes_;
};

// Searches by the masked first half of each piece, so that no plain piece is ever in a register or on the heap.
class Search {
 public:
  void add(const Masked& secret) { secrets_.push_back(&secret); }

  [[nodiscard]] const Masked* find(std::span<const std::uint8_t> memory) const {
    for (std::size_t i = 0; i + piece <= memory.size(); ++i) {
      const std::uint64_t word = masked_word(&memory[i]);
      if ((word & 0xFFFF) == 0xA5A5 || !candidates().contains(word)) continue;
      for (const Masked* secret : secrets_)
        if (holds(*secret, &memory[i])) return secret;
    }
    return nullptr;
  }

 private:
  static std::uint64_t masked_word(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word ^ 0xA5A5A5A5A5A5A5A5;
  }
  [[nodiscard]] const std::unordered_set<std::uint64_t>& candidates() const {
    if (!candidates_.empty()) return candidates_;
    for (const Masked* secret : secrets_)
      for (std::size_t i = 0; i + piece <= secret->masked().size(); ++i) {
        std::uint64_t word;
        std::memcpy(&word, &secret->masked()[i], sizeof word);
        candidates_.insert(word);
      }
    return candidates_;
  }
  static bool holds(const Masked& secret, const std::uint8_t* bytes) {
    std::array<std::uint8_t, piece> masked;
    for (std::size_t i = 0; i < piece; ++i) masked[i] = bytes[i] ^ mask;
    return std::search(secret.masked().begin(), secret.masked().end(), masked.begin(), masked.end()) !=
           secret.masked().end();
  }

  std::vector<const Masked*> secrets_;
  mutable std::unordered_set<std::uint64_t> candidates_;
};

struct Region {
  std::uint8_t* begin;
  std::uint8_t* end;
};

// The process's readable and writable memory, without the main stack, which runs the search.
inline std::vector<Region> writable_memory() {
  std::vector<Region> regions;
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0, end = 0;
    char rights[5] = {};
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, rights) != 3) continue;
    if (std::strncmp(rights, "rw", 2) != 0 || std::strstr(line, "[stack]") != nullptr) continue;
    regions.push_back({reinterpret_cast<std::uint8_t*>(begin), reinterpret_cast<std::uint8_t*>(end)});
  }
  if (maps != nullptr) std::fclose(maps);
  return regions;
}

// Secrets, each in the forms in which working memory could hold it.
struct MaskedSecrets {
  std::vector<Masked> all;

  void add(const char* name, Message plain) { all.emplace_back(name, plain); }
  [[nodiscard]] const Masked& named(std::string_view name) const {
    return *std::ranges::find_if(all, [name](const Masked& secret) { return secret.name() == name; });
  }
  template <std::size_t N>
  [[nodiscard]] Secret<N> secret(std::string_view name) const {
    Secret<N> plain;
    named(name).reveal(plain.fill());
    return plain;
  }
};

struct Subject {
  std::string name;
  std::function<void()> run;
};

// Lets the compiler believe that others see the memory.
inline void expose(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

// A copy that nobody wipes, here on the stack and there on the heap, of the first and of the last secret.
inline std::vector<Subject> planted(const MaskedSecrets& in) {
  return {{"planted on the stack",
           [&in] {
             std::array<std::uint8_t, 8192> copy;
             in.all.back().reveal(copy);
             expose(copy.data());
           }},
          {"planted on the heap", [&in] {
             const auto first = std::ranges::find_if(in.all, [](const Masked& s) { return s.name().front() != '*'; });
             std::vector<std::uint8_t> copy(8192);
             first->reveal(std::span(copy).subspan(100));
             expose(copy.data());
           }}};
}

// Runs a function below a part of the stack that the end of the thread may use as it likes.
[[gnu::noinline]] inline void run_deep(const std::function<void()>& function) {
  std::array<std::uint8_t, 16 * 1024> above;
  expose(above.data());
  function();
  expose(above.data());
}

// How many of the subjects left a piece of a secret behind. Secrets whose name begins with an asterisk are inputs only:
// their secret parts are listed apart, and the rest is public.
inline std::size_t count_leaks(const char* scheme, const MaskedSecrets& secrets, const std::vector<Subject>& subjects) {
  Search search;
  for (const Masked& secret : secrets.all)
    if (secret.name().front() != '*') search.add(secret);
  OwnStack stack(256 * 1024);
  std::size_t leaks = 0;
  for (const Subject& subject : subjects) {
    stack.run([&subject] { run_deep(subject.run); });
    for (const Region& region : writable_memory()) {
      const Masked* found = search.find({region.begin, region.end});
      if (found == nullptr) continue;
      std::printf("%s, %s on %s leaves a piece of %s behind\n", scheme, subject.name.c_str(), current_target().data(),
                  found->name().c_str());
      ++leaks;
      break;
    }
  }
  return leaks;
}

// Scheme has a `name`, Inputs (MaskedSecrets and what is public), make() for them and subjects() that use them.
template <class Scheme>
bool clean(bool plant) {
  typename Scheme::Inputs inputs;
  {
    OwnStack scratch(512 * 1024);  // thrown away, with all that make() left on it
    scratch.run([&inputs] { inputs = Scheme::make(); });
  }
  const auto examined = plant ? planted(inputs) : Scheme::subjects(inputs);
  bool none = true;
  for (const std::string_view target : supported_targets()) {
    use_target(target);
    none &= count_leaks(Scheme::name, inputs, examined) == (plant ? examined.size() : 0);
    if (plant) break;
  }
  std::printf("%s: %zu operations searched, %s\n", Scheme::name, examined.size(), none ? "as expected" : "FAILED");
  return none;
}

}  // namespace lydite::programs
