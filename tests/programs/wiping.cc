// Runs each ML-KEM operation with secrets on a stack of its own, then looks through the whole writable memory of the
// process (that stack, the heap, static data) for 16-byte pieces of what was secret. None may be left.
//
// The program itself keeps every secret masked, in memory that a search for the plain bytes does not match.
#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lydite/cpu.h"
#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "tests/programs/own_stack.h"

namespace lydite::programs {
namespace {

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
std::vector<Region> writable_memory() {
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

// The secrets of one key pair and one encapsulation, each in the forms in which working memory could hold it.
template <mlkem::ParameterSet P>
struct Secrets {
  std::vector<Masked> all;
  Bytes<mlkem::encapsulation_key_size<P>> ek;
  mlkem::Ciphertext<P> c, bad_c;
  Bytes<32> h;

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

// The coefficients of s_hat as 16-bit words, as a prepared key or working memory would hold them: between 0 and q, or
// centred around 0.
template <std::size_t N>
void unpack(View<N> packed, bool is_centred, std::span<std::uint8_t> words) {
  const auto word = [is_centred](int x) { return static_cast<std::int16_t>(is_centred && x > 1664 ? x - 3329 : x); };
  for (std::size_t i = 0; i < N / 3; ++i) {
    const std::int16_t pair[2] = {word(packed[3 * i] | (packed[3 * i + 1] & 15) << 8),
                                  word(packed[3 * i + 1] >> 4 | packed[3 * i + 2] << 4)};
    std::memcpy(&words[4 * i], pair, 4);
  }
}

// PRF(seed, 0) || PRF(seed, 1) || ...: what the noise is sampled from (FIPS 203, section 4.1).
void add_prf(std::vector<Masked>& all, const char* name, View<32> seed) {
  Bytes<33> input;
  std::ranges::copy(seed, input.begin());
  Bytes<192> output;
  for (std::uint8_t i = 0; i < 9; ++i) {
    input[32] = i;
    Shake256::hash(input, output);
    all.emplace_back(name, output);
  }
  wipe(input);
  wipe(output);
}

// Built on a stack that is thrown away afterwards.
template <mlkem::ParameterSet P>
Secrets<P> make_secrets() {
  Secrets<P> secrets;
  Shake256::Incremental random;
  random.absorb(Message(reinterpret_cast<const std::uint8_t*>(P::name), sizeof P::name));
  Bytes<65> d_z_k{};
  random.squeeze(std::span(d_z_k).template first<64>());
  Secret<32> m;
  random.squeeze(m.fill());
  const mlkem::Seed dz{View<64>(d_z_k.data(), 64)};
  const auto keys = mlkem::keygen<P>(dz);
  const auto sent = mlkem::encapsulate<P>(View<mlkem::encapsulation_key_size<P>>(keys.ek), m);
  secrets.ek = keys.ek;
  secrets.c = secrets.bad_c = sent->c;
  secrets.bad_c[7] ^= 4;
  secrets.h = Sha3_256::hash(keys.ek);
  const auto rejected = mlkem::decapsulate<P>(keys.dk, secrets.bad_c);

  const auto add = [&](const char* name, Message plain) { secrets.all.emplace_back(name, plain); };
  add("d || z", dz.reveal());
  add("m", m.reveal());
  add("dk", keys.dk.reveal());
  add("s_hat", keys.dk.reveal().template first<384 * P::k>());
  Bytes<512 * P::k> words;
  for (const bool is_centred : {false, true}) {
    unpack(keys.dk.reveal().template first<384 * P::k>(), is_centred, words);
    add(is_centred ? "s_hat as centred words" : "s_hat as words", words);
  }
  wipe(words);
  add("K", sent->K.reveal());
  add("rejection K", rejected->reveal());
  // G(d || k) = (rho, sigma) and G(m || H(ek)) = (K, r): FIPS 203, algorithms 13 and 17.
  d_z_k[32] = P::k;
  Bytes<64> g = Sha3_512::hash(Message(d_z_k).first(33));
  add("sigma", View<64>(g).template last<32>());
  add_prf(secrets.all, "PRF(sigma)", View<64>(g).template last<32>());
  wipe(d_z_k);
  Sha3_512::Incremental hash;
  hash.absorb(m.reveal());
  hash.absorb(secrets.h);
  hash.squeeze(g);
  add("r", View<64>(g).template last<32>());
  add_prf(secrets.all, "PRF(r)", View<64>(g).template last<32>());
  wipe(g);
  return secrets;
}

struct Subject {
  std::string name;
  std::function<void()> run;
};

template <mlkem::ParameterSet P>
std::vector<Subject> subjects(const Secrets<P>& in) {
  constexpr std::size_t dk_size = mlkem::decapsulation_key_size<P>;
  const View<mlkem::encapsulation_key_size<P>> ek(in.ek);
  using Prepared = mlkem::PreparedDecapsulationKey<P>;
  return {
      {"keygen", [&in] { (void)mlkem::keygen<P>(in.template secret<64>("d || z")); }},
      {"encapsulate", [&in, ek] { (void)mlkem::encapsulate<P>(ek, in.template secret<32>("m")); }},
      {"decapsulate", [&in] { (void)mlkem::decapsulate<P>(in.template secret<dk_size>("dk"), in.c); }},
      {"decapsulate, rejecting", [&in] { (void)mlkem::decapsulate<P>(in.template secret<dk_size>("dk"), in.bad_c); }},
      {"decapsulate, refusing",
       [&in] {
         auto dk = in.template secret<dk_size>("dk");
         dk.fill()[dk_size - 64] ^= 1;
         (void)mlkem::decapsulate<P>(dk, in.c);
       }},
      {"prepared encapsulate",
       [&in, ek] {
         const auto prepared = mlkem::PreparedEncapsulationKey<P>::import(ek);
         (void)mlkem::encapsulate<P>(*prepared, in.template secret<32>("m"));
       }},
      {"import and decapsulate",
       [&in] {
         const auto prepared = Prepared::import(in.template secret<dk_size>("dk").reveal());
         (void)mlkem::decapsulate<P>(*prepared, in.c);
       }},
      {"expand and decapsulate",
       [&in] {
         const auto prepared = Prepared::expand(in.template secret<64>("d || z"));
         (void)mlkem::decapsulate<P>(prepared, in.bad_c);
       }},
      {"encapsulate in two halves",
       [&in, ek] {
         const mlkem::EncapsulationKeyHeader header = mlkem::header<P>(ek);
         const auto first = mlkem::encapsulate_first<P>(header, in.template secret<32>("m"));
         (void)mlkem::encapsulate_second<P>(header, first.state, mlkem::vector<P>(ek));
       }},
  };
}

// Lets the compiler believe that others see the memory.
void expose(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

// A copy that nobody wipes, here on the stack and there on the heap.
template <mlkem::ParameterSet P>
std::vector<Subject> planted(const Secrets<P>& in) {
  return {{"planted on the stack",
           [&in] {
             const auto m = in.template secret<32>("m");
             Bytes<32> copy;
             std::ranges::copy(m.reveal(), copy.begin());
             expose(copy.data());
           }},
          {"planted on the heap", [&in] {
             const auto K = in.template secret<32>("K");
             std::vector<std::uint8_t> copy(400);
             std::ranges::copy(K.reveal(), copy.begin() + 100);
             expose(copy.data());
           }}};
}

// Runs a function below a part of the stack that the end of the thread may use as it likes.
[[gnu::noinline]] void run_deep(const std::function<void()>& function) {
  std::array<std::uint8_t, 16 * 1024> above;
  expose(above.data());
  function();
  expose(above.data());
}

// How many of the subjects left a piece of a secret behind.
template <mlkem::ParameterSet P>
std::size_t count_leaks(const Secrets<P>& secrets, const std::vector<Subject>& subjects) {
  Search search;
  for (const Masked& secret : secrets.all)
    if (secret.name() != "dk") search.add(secret);  // its secret parts are listed apart: the rest is public
  OwnStack stack(256 * 1024);
  std::size_t leaks = 0;
  for (const Subject& subject : subjects) {
    stack.run([&subject] { run_deep(subject.run); });
    for (const Region& region : writable_memory()) {
      const Masked* found = search.find({region.begin, region.end});
      if (found == nullptr) continue;
      std::printf("%s, %s on %s leaves a piece of %s behind\n", P::name, subject.name.c_str(), current_target().data(),
                  found->name().c_str());
      ++leaks;
      break;
    }
  }
  return leaks;
}

template <mlkem::ParameterSet P>
bool clean(bool plant) {
  Secrets<P> secrets;
  {
    OwnStack scratch(256 * 1024);
    scratch.run([&secrets] { secrets = make_secrets<P>(); });
  }
  const auto examined = plant ? planted(secrets) : subjects(secrets);
  bool none = true;
  for (const std::string_view target : supported_targets()) {
    use_target(target);
    none &= count_leaks(secrets, examined) == (plant ? examined.size() : 0);
    if (plant) break;
  }
  std::printf("%s: %zu operations searched, %s\n", P::name, examined.size(), none ? "as expected" : "FAILED");
  return none;
}

}  // namespace
}  // namespace lydite::programs

// `wiping plant` requires that secrets left behind on purpose are found.
int main(int argc, char** argv) {
  using namespace lydite;
  const bool plant = argc > 1 && std::string_view(argv[1]) == "plant";
  const bool small = programs::clean<mlkem::MlKem512>(plant);
  const bool middle = programs::clean<mlkem::MlKem768>(plant);
  const bool large = programs::clean<mlkem::MlKem1024>(plant);
  return small && middle && large ? 0 : 1;
}
