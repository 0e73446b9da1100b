#include "src/mlkem/encode.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

class EncodeOnTarget : public OnTarget {};
LYDITE_ON_EACH_TARGET(EncodeOnTarget);

// Algorithm 5, bit by bit.
template <unsigned d>
Bytes<32 * d> by_bits(const Polynomial& f) {
  Bytes<32 * d> out{};
  for (std::size_t i = 0; i < n * d; ++i)
    out[i / 8] = static_cast<std::uint8_t>(out[i / 8] | (f[i / d] >> (i % d) & 1) << (i % 8));
  return out;
}

TEST(Pack, PortableFollowsTheDefinition) {
  Polynomial f, back;
  for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>((i * 2654435761U >> 12) & 4095);
  Bytes<384> packed;
  pack_portable<12>(f, packed);
  EXPECT_EQ(packed, by_bits<12>(f));
  unpack_portable<12>(packed, back);
  EXPECT_EQ(back, f);
}

TEST_P(EncodeOnTarget, EncodesEveryRepresentative) {
  for (int start = INT16_MIN; start <= INT16_MAX; start += static_cast<int>(n)) {
    Polynomial f;
    for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>(start + static_cast<int>(i));
    Bytes<384> expected, out;
    encode_portable(f, expected);
    encode(f, out);
    ASSERT_EQ(out, expected) << start;
  }
}

TEST_P(EncodeOnTarget, DecodesEveryTwelveBitNumberAtEveryPlace) {
  for (int start = 0; start < 4096; ++start) {
    Polynomial values, expected, f;
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int16_t>((start + static_cast<int>(i)) % 4096);
    Bytes<384> in;
    pack_portable<12>(values, in);
    const bool all_below = decode_portable(in, expected);
    ASSERT_EQ(decode(in, f), all_below);
    ASSERT_EQ(all_below, start + static_cast<int>(n) <= q) << start;
    ASSERT_EQ(f, expected);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(f[i], values[i] % q);
  }
}

TEST_P(EncodeOnTarget, FindsOneIntegerOutOfRangeAtEveryPlace) {
  for (std::size_t i = 0; i < n; ++i) {
    Polynomial values{}, f;
    Bytes<384> in;
    for (const int value : {q - 1, q, 4095}) {
      values[i] = static_cast<std::int16_t>(value);
      pack_portable<12>(values, in);
      ASSERT_EQ(decode(in, f), value < q) << i;
    }
  }
}

TEST_P(EncodeOnTarget, DecodeUndoesEncode) {
  const Polynomial f = random_poly(0, q - 1);
  Bytes<384> bytes;
  Polynomial back;
  encode(f, bytes);
  EXPECT_TRUE(decode(bytes, back));
  EXPECT_EQ(back, f);
}

TEST_P(EncodeOnTarget, StaysInsideItsBuffers) {
  const GuardedBuffer bytes(384), poly(sizeof(Polynomial));
  const Poly f(reinterpret_cast<std::int16_t*>(poly.data()), n);
  std::memset(poly.data(), 0, sizeof(Polynomial));
  encode(f, Out<384>(bytes.data(), 384));
  EXPECT_TRUE(decode(View<384>(bytes.data(), 384), f));
}

}  // namespace
}  // namespace lydite::mlkem
