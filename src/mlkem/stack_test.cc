// Every operation on a private stack of 128 KiB, the smallest that common C libraries give a thread: it fits, and
// leaves no piece of a secret behind.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "lydite/mlkem.h"
#include "lydite/sha3.h"
#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif

using ByteString = std::vector<std::uint8_t>;

class PrivateStack {
 public:
  PrivateStack()
      : memory_(static_cast<std::uint8_t*>(
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  PrivateStack(const PrivateStack&) = delete;
  PrivateStack& operator=(const PrivateStack&) = delete;
  ~PrivateStack() { munmap(memory_, size); }

  void run(std::function<void()> operation) {
    std::fill_n(memory_, size, std::uint8_t{0xA5});
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstack(&attributes, memory_, size), 0);
    pthread_t thread;
    ASSERT_EQ(pthread_create(&thread, &attributes, call, &operation), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    ASSERT_EQ(memory_[0], 0xA5) << "the stack was filled to its end";
  }
  // Whether sixteen bytes of the secret lie anywhere.
  [[nodiscard]] bool holds(const ByteString& secret) const {
    const std::span memory(memory_, size);
    for (std::size_t i = 0; i + 16 <= secret.size(); i += 16)
      if (!std::ranges::search(memory, std::span(secret).subspan(i, 16)).empty()) return true;
    return false;
  }

 private:
  static constexpr std::size_t size = (is_sanitized ? 1024 : 128) * 1024;
  static void* call(void* operation) {
    (*static_cast<std::function<void()>*>(operation))();
    return nullptr;
  }
  std::uint8_t* memory_;
};

class StackOnTarget : public OnTarget {
 protected:
  template <ParameterSet P>
  void check_operations();
  template <class Operation>
  void check(const char* name, Operation operation) {
    stack.run([&] { operation(); });
    for (std::size_t i = 0; i < secrets.size(); ++i)
      EXPECT_TRUE(is_sanitized || !stack.holds(secrets[i])) << name << " leaves secret number " << i;
  }
  void keep(std::span<const std::uint8_t> secret) { secrets.emplace_back(secret.begin(), secret.end()); }

  PrivateStack stack;
  std::vector<ByteString> secrets;
};
LYDITE_ON_EACH_TARGET(StackOnTarget);

// Results are built in place, outside of the stack.
template <class T>
struct Place {
  alignas(64) std::byte memory[sizeof(T)];
  template <class Make>
  void build(Make make) {
    auto* result = new (memory) T(make());
    asm volatile("" : : "r"(result) : "memory");
    result->~T();
  }
};

template <ParameterSet P>
void StackOnTarget::check_operations() {
  SCOPED_TRACE(P::name);
  secrets.clear();
  constexpr std::size_t ek_size = encapsulation_key_size<P>;
  Seed dz;
  Secret<32> m;
  randomise(dz.fill());
  randomise(m.fill());
  const auto keys = keygen<P>(dz);
  const View<ek_size> ek(keys.ek);
  const auto sent = encapsulate<P>(ek, m);
  const auto dk = PreparedDecapsulationKey<P>::expand(dz);
  const EncapsulationKeyHeader head = header<P>(ek);
  const auto first = encapsulate_first<P>(head, m);
  ByteString m_h(m.reveal().begin(), m.reveal().end());
  m_h.insert(m_h.end(), head.h.begin(), head.h.end());
  keep(dz.reveal());
  keep(m.reveal());
  keep(keys.dk.reveal().template first<384 * P::k>());
  keep(Sha3_512::hash(m_h));  // K || r
  // Not e2 with the message: pieces of small coefficients look like any other small numbers.
  keep(first.state.reveal().template first<2 * n * P::k>());

  Place<KeyPair<P>> key_pair;
  check("keygen", [&] { key_pair.build([&] { return keygen<P>(dz); }); });
  Place<Result<Encapsulation<P>>> encapsulated;
  check("encapsulate", [&] { encapsulated.build([&] { return encapsulate<P>(ek, m); }); });
  Place<Result<SharedKey>> key;
  check("decapsulate", [&] { key.build([&] { return decapsulate<P>(keys.dk, sent->c); }); });
  Place<PreparedDecapsulationKey<P>> prepared;
  check("expand", [&] { prepared.build([&] { return PreparedDecapsulationKey<P>::expand(dz); }); });
  Place<Result<PreparedDecapsulationKey<P>>> imported;
  check("import", [&] { imported.build([&] { return PreparedDecapsulationKey<P>::import(keys.dk.reveal()); }); });
  Place<Encapsulation<P>> prepared_encapsulated;
  check("prepared encapsulate",
        [&] { prepared_encapsulated.build([&] { return encapsulate<P>(dk.encapsulation_key(), m); }); });
  Place<SharedKey> prepared_key;
  check("prepared decapsulate", [&] { prepared_key.build([&] { return decapsulate<P>(dk, sent->c); }); });
  Place<FirstHalf<P>> first_half;
  check("encapsulate_first", [&] { first_half.build([&] { return encapsulate_first<P>(head, m); }); });
  Place<Result<Bytes<c2_size<P>>>> second_half;
  check("encapsulate_second",
        [&] { second_half.build([&] { return encapsulate_second<P>(head, first.state, vector<P>(ek)); }); });

  const std::vector<EncapsulationKey<P>> eks(10, keys.ek);
  std::vector<Secret<32>> ms(10);
  for (Secret<32>& each : ms) std::ranges::copy(m.reveal(), each.fill().begin());
  std::vector<Result<Encapsulation<P>>> many;
  for (std::size_t i = 0; i < ms.size(); ++i) many.push_back(Error::kEntropy);
  check("encapsulate_many", [&] { encapsulate_many<P>(eks, ms, many); });
  const std::vector<Ciphertext<P>> cs(10, sent->c);
  std::vector<SharedKey> received(10);
  check("decapsulate_many", [&] { decapsulate_many<P>(dk, cs, received); });
}

TEST_P(StackOnTarget, IsEnoughAndHoldsNoSecretAfterwards) {
  check_operations<MlKem512>();
  check_operations<MlKem768>();
  check_operations<MlKem1024>();
}

// The search finds what an operation leaves.
TEST_P(StackOnTarget, ACarelessOperationIsFound) {
  Bytes<64> secret;
  randomise(secret);
  stack.run([&] {
    std::uint8_t copy[8192];  // its begin lies deeper than what ends a thread
    std::ranges::copy(secret, copy);
    asm volatile("" : : "r"(copy) : "memory");
  });
  EXPECT_TRUE(stack.holds(ByteString(secret.begin(), secret.end())) || is_sanitized);
}

}  // namespace
}  // namespace lydite::mlkem
