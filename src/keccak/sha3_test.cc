#include "lydite/sha3.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lydite/cpu.h"
#include "src/keccak/permute.h"

namespace lydite {
namespace {

using Buffer = std::vector<std::uint8_t>;

std::string hex(Message bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) text += {digits[byte >> 4], digits[byte & 15]};
  return text;
}

Buffer random_bytes(std::mt19937_64& random, std::size_t size) {
  Buffer bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

// FIPS 202, algorithm 8, byte by byte over the portable permutation.
Buffer reference(std::size_t rate, std::uint8_t suffix, Message message, std::size_t out_size) {
  keccak::State state{};
  const auto add = [&](std::size_t i, std::uint8_t byte) { state[i / 8] ^= std::uint64_t{byte} << 8 * (i % 8); };
  for (std::size_t i = 0; i < message.size(); ++i) {
    add(i % rate, message[i]);
    if (i % rate == rate - 1) keccak::permute_portable(state.data());
  }
  add(message.size() % rate, suffix);
  add(rate - 1, 0x80);
  Buffer out(out_size);
  for (std::size_t i = 0; i < out_size; ++i) {
    if (i % rate == 0) keccak::permute_portable(state.data());
    out[i] = static_cast<std::uint8_t>(state[i % rate / 8] >> 8 * (i % 8));
  }
  return out;
}

// One interface to the six functions.
template <class F>
struct Function;
template <std::size_t DigestSize>
struct Function<Sha3<DigestSize>> {
  using Incremental = typename Sha3<DigestSize>::Incremental;
  static constexpr std::size_t out_size = DigestSize;
  static void hash(Message message, std::span<std::uint8_t> out) {
    const Bytes<DigestSize> digest = Sha3<DigestSize>::hash(message);
    std::copy(digest.begin(), digest.end(), out.begin());
  }
  static std::vector<Buffer> hash_many(std::span<const Message> messages) {
    std::vector<Buffer> outs(messages.size(), Buffer(DigestSize));
    hash_many(messages, outs);
    return outs;
  }
  static void hash_many(std::span<const Message> messages, std::vector<Buffer>& outs) {
    std::vector<Bytes<DigestSize>> digests(outs.size());
    Sha3<DigestSize>::hash_many(messages, digests);
    for (std::size_t i = 0; i < outs.size(); ++i) outs[i].assign(digests[i].begin(), digests[i].end());
  }
};
template <std::size_t Security>
struct Function<Shake<Security>> {
  using Incremental = typename Shake<Security>::Incremental;
  static constexpr std::size_t out_size = 3 * Incremental::rate + 1;
  static void hash(Message message, std::span<std::uint8_t> out) { Shake<Security>::hash(message, out); }
  // Outputs of different lengths, so that lanes end at different times.
  static std::vector<Buffer> hash_many(std::span<const Message> messages) {
    std::vector<Buffer> outs;
    for (std::size_t i = 0; i < messages.size(); ++i) outs.emplace_back(out_size * (i % 5) / 4);
    hash_many(messages, outs);
    return outs;
  }
  static void hash_many(std::span<const Message> messages, std::vector<Buffer>& outs) {
    std::vector<std::span<std::uint8_t>> spans(outs.begin(), outs.end());
    Shake<Security>::hash_many(messages, spans);
  }
};

template <class F>
class Sha3Functions : public ::testing::Test {
 protected:
  using Fn = Function<F>;
  using Incremental = typename Fn::Incremental;
  static constexpr std::size_t rate = Incremental::rate;

  void TearDown() override { use_target({}); }
  Buffer expected(Message message, std::size_t out_size = Fn::out_size) {
    return reference(rate, Incremental::suffix, message, out_size);
  }
  Buffer hash(Message message) {
    Buffer out(Fn::out_size);
    Fn::hash(message, out);
    return out;
  }
  // Cuts of `size` bytes into pieces, some of them empty.
  std::vector<std::size_t> random_pieces(std::size_t size) {
    std::vector<std::size_t> pieces;
    while (size != 0) {
      pieces.push_back(std::min<std::size_t>(size, random() % 4 == 0 ? 0 : random() % (2 * rate)));
      size -= pieces.back();
    }
    return pieces;
  }

  const std::uint64_t seed = std::random_device()();
  std::mt19937_64 random{seed};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "seed " + std::to_string(seed)};
};

using AllFunctions = ::testing::Types<Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256>;
TYPED_TEST_SUITE(Sha3Functions, AllFunctions, );

TYPED_TEST(Sha3Functions, EveryLengthEqualsTheReferenceOnEveryTarget) {
  const Buffer message = random_bytes(this->random, 3 * this->rate + 1);
  for (const std::string_view target : supported_targets()) {
    ASSERT_TRUE(use_target(target));
    for (std::size_t size = 0; size <= message.size(); ++size) {
      const Message start = Message(message).first(size);
      ASSERT_EQ(this->hash(start), this->expected(start)) << target << ", " << size << " bytes";
    }
  }
}

TYPED_TEST(Sha3Functions, EveryCutInTwoGivesTheSameDigest) {
  const Buffer message = random_bytes(this->random, 3 * this->rate + 1);
  Buffer found(TestFixture::Fn::out_size);
  for (std::size_t size = 0; size <= message.size(); ++size) {
    const Message start = Message(message).first(size);
    const Buffer whole = this->hash(start);
    for (std::size_t cut = 0; cut <= size; ++cut) {
      typename TestFixture::Incremental sponge;
      sponge.absorb(start.first(cut));
      sponge.absorb(start.subspan(cut));
      sponge.squeeze(found);
      ASSERT_EQ(found, whole) << size << " bytes cut at " << cut;
    }
  }
}

TYPED_TEST(Sha3Functions, ManyPiecesInAndOutGiveTheSameOutput) {
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Buffer message = random_bytes(this->random, this->random() % (6 * this->rate));
    const std::size_t out_size = this->random() % (6 * this->rate);
    typename TestFixture::Incremental sponge;
    std::size_t position = 0;
    for (const std::size_t piece : this->random_pieces(message.size())) {
      sponge.absorb(Message(message).subspan(position, piece));
      position += piece;
    }
    Buffer out(out_size);
    position = 0;
    for (const std::size_t piece : this->random_pieces(out_size)) {
      sponge.squeeze(std::span(out).subspan(position, piece));
      position += piece;
    }
    ASSERT_EQ(out, this->expected(message, out_size)) << message.size() << " bytes in, " << out_size << " out";
  }
}

TYPED_TEST(Sha3Functions, CopiesGoOnIndependently) {
  const Buffer message = random_bytes(this->random, this->rate + 20);
  typename TestFixture::Incremental sponge;
  sponge.absorb(message);
  typename TestFixture::Incremental copy = sponge;
  Buffer first(50), second(50);
  sponge.squeeze(first);
  copy.absorb(message);
  copy.squeeze(second);
  Buffer twice = message;
  twice.insert(twice.end(), message.begin(), message.end());
  EXPECT_EQ(first, this->expected(message, 50));
  EXPECT_EQ(second, this->expected(twice, 50));
}

TYPED_TEST(Sha3Functions, AddressesNeedNoAlignment) {
  const Buffer message = random_bytes(this->random, 4 * this->rate + 5);
  const Buffer whole = this->expected(message);
  for (const std::string_view target : supported_targets()) {
    ASSERT_TRUE(use_target(target));
    for (std::size_t offset = 0; offset < 16; ++offset) {
      Buffer moved(offset), out(offset + TestFixture::Fn::out_size);
      moved.insert(moved.end(), message.begin(), message.end());
      TestFixture::Fn::hash(Message(moved).subspan(offset), std::span(out).subspan(offset));
      ASSERT_TRUE(std::equal(whole.begin(), whole.end(), out.begin() + static_cast<std::ptrdiff_t>(offset))) << offset;
    }
  }
}

TYPED_TEST(Sha3Functions, UnequalCountsAreCutToTheLesser) {
  const std::vector<Message> messages(9);
  std::vector<Buffer> storage(5, Buffer(TestFixture::Fn::out_size));
  const std::vector<Buffer> untouched = storage;
  TestFixture::Fn::hash_many(std::span(messages).first(3), storage);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(storage[i] == untouched[i], i >= 3) << i;
  TestFixture::Fn::hash_many(messages, storage);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(storage[i], this->expected({}, storage[i].size())) << i;
}

TYPED_TEST(Sha3Functions, ManyMessagesEqualSingles) {
  for (const std::string_view target : supported_targets()) {
    ASSERT_TRUE(use_target(target));
    for (std::size_t count = 0; count <= 20; ++count) {
      std::vector<Buffer> storage;
      for (std::size_t i = 0; i < count; ++i)
        storage.push_back(random_bytes(this->random, this->random() % (i % 3 == 0 ? 20 * this->rate : this->rate + 2)));
      if (count > 2) storage[1].resize(2 * this->rate), storage[2].clear();
      const std::vector<Message> messages(storage.begin(), storage.end());
      const std::vector<Buffer> outs = TestFixture::Fn::hash_many(messages);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(outs[i], this->expected(messages[i], outs[i].size())) << target << ", " << i << " of " << count;
    }
  }
}

// Pages of memory with an unmapped page behind them.
class GuardedPages {
 public:
  GuardedPages() {
    base_ = static_cast<std::uint8_t*>(
        mmap(nullptr, size_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    munmap(base_ + size_, page_);
  }
  ~GuardedPages() { munmap(base_, size_); }
  GuardedPages(const GuardedPages&) = delete;
  GuardedPages& operator=(const GuardedPages&) = delete;
  // The last `size` bytes before the unmapped page.
  [[nodiscard]] std::span<std::uint8_t> last(std::size_t size) const { return {base_ + size_ - size, size}; }

 private:
  std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), size_ = 2 * page_;
  std::uint8_t* base_;
};

TYPED_TEST(Sha3Functions, NothingBeyondTheEndsIsTouched) {
  const GuardedPages in, out;
  for (const std::string_view target : supported_targets()) {
    ASSERT_TRUE(use_target(target));
    for (std::size_t size = 0; size <= 2 * this->rate + 64; ++size) {
      const std::span<std::uint8_t> message = in.last(size), result = out.last(TestFixture::Fn::out_size);
      std::fill(message.begin(), message.end(), static_cast<std::uint8_t>(size));
      TestFixture::Fn::hash(message, result);
      ASSERT_EQ(Buffer(result.begin(), result.end()), this->expected(message)) << target << ", " << size << " bytes";
      const std::vector<Message> messages(6, message);
      ASSERT_EQ(TestFixture::Fn::hash_many(messages)[4], this->expected(message)) << target << ", " << size << " bytes";
    }
  }
}

TEST(Sha3, DigestsOfTheEmptyMessageAndOfAbc) {
  const Buffer abc = {'a', 'b', 'c'};
  EXPECT_EQ(hex(Sha3_224::hash({})), "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7");
  EXPECT_EQ(hex(Sha3_256::hash({})), "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
  EXPECT_EQ(hex(Sha3_384::hash({})),
            "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004");
  EXPECT_EQ(hex(Sha3_512::hash({})),
            "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558"
            "f500199d95b6d3e301758586281dcd26");
  EXPECT_EQ(hex(Sha3_256::hash(abc)), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
  Buffer out(32);
  Shake128::hash({}, out);
  EXPECT_EQ(hex(out), "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
  Shake256::hash({}, out);
  EXPECT_EQ(hex(out), "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f");
}

// Lengths of 2^32 bytes in one piece, and of nearly as many behind a partial block: nothing is computed in 32 bits.
TEST(Sha3, SlowFourGibibytes) {
  constexpr std::size_t size = std::size_t{1} << 32;
  constexpr char expected[] = "41beb40a3f03332c55d7f33ec8e751b3dd86115193a2a7ac60fec69669b2b371";
  void* const zeros = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(zeros, MAP_FAILED);
  const Message message(static_cast<const std::uint8_t*>(zeros), size);
  EXPECT_EQ(hex(Sha3_256::hash(message)), expected);
  Sha3_256::Incremental sponge;
  sponge.absorb(message.first(1));
  sponge.absorb(message.subspan(1));
  munmap(zeros, size);
  Bytes<32> digest;
  sponge.squeeze(digest);
  EXPECT_EQ(hex(digest), expected);
}

}  // namespace
}  // namespace lydite
