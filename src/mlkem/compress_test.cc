#include "src/mlkem/compress.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/mlkem/testing.h"

namespace lydite::mlkem {
namespace {

class CompressOnTarget : public OnTarget {
 protected:
  template <unsigned d>
  void compress_every_representative();
  template <unsigned d>
  void decompress_every_value();
  template <unsigned d>
  void stay_inside_buffers();
};
LYDITE_ON_EACH_TARGET(CompressOnTarget);

int modulo(int x) { return (x % q + q) % q; }

// Equations 4.7 and 4.8 with a division.
int compressed(int x, unsigned d) { return ((modulo(x) << d) + q / 2) / q % (1 << d); }
int decompressed(int y, unsigned d) { return (2 * q * y + (1 << d)) / (2 << d); }

template <unsigned d>
void expect_definition() {
  for (int x = INT16_MIN; x <= INT16_MAX; ++x)
    ASSERT_EQ(compress_portable<d>(static_cast<std::int16_t>(x)), compressed(x, d)) << x << ", " << d;
  for (int y = 0; y < 1 << d; ++y)
    ASSERT_EQ(decompress_portable<d>(static_cast<std::int16_t>(y)), decompressed(y, d)) << y << ", " << d;
}

TEST(Compress, PortableFollowsTheDefinition) {
  expect_definition<1>();
  expect_definition<4>();
  expect_definition<5>();
  expect_definition<10>();
  expect_definition<11>();
}

template <unsigned d>
void CompressOnTarget::compress_every_representative() {
  for (int start = -16383; start < 16384; start += static_cast<int>(n)) {
    Polynomial f;
    for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>(std::min(start + static_cast<int>(i), 16383));
    Bytes<32 * d> expected, out;
    compress_portable<d>(f, expected);
    compress<d>(f, out);
    ASSERT_EQ(out, expected) << start << ", " << d;
  }
}

TEST_P(CompressOnTarget, EveryRepresentative) {
  compress_every_representative<4>();
  compress_every_representative<5>();
  compress_every_representative<10>();
  compress_every_representative<11>();
}

template <unsigned d>
void CompressOnTarget::decompress_every_value() {
  for (int start = 0; start < 1 << d; ++start) {
    Polynomial values, expected, f;
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int16_t>((start + static_cast<int>(i)) % (1 << d));
    Bytes<32 * d> in;
    pack_portable<d>(values, in);
    decompress_portable<d>(in, expected);
    decompress<d>(in, f);
    ASSERT_EQ(f, expected) << start << ", " << d;
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(f[i], decompressed(values[i], d));
  }
}

TEST_P(CompressOnTarget, DecompressEveryValueAtEveryPlace) {
  decompress_every_value<4>();
  decompress_every_value<5>();
  decompress_every_value<10>();
  decompress_every_value<11>();
}

TEST_P(CompressOnTarget, MessagesEqualPortable) {
  for (int round = 0; round < 64; ++round) {
    Bytes<32> m;
    randomise(m);
    if (round < 2) m.fill(static_cast<std::uint8_t>(-round));
    Polynomial expected, f;
    message_to_poly_portable(m, expected);
    message_to_poly(m, f);
    ASSERT_EQ(f, expected);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(f[i], (m[i / 8] >> i % 8 & 1) == 0 ? 0 : 1665);
    Bytes<32> back;
    poly_to_message(f, back);
    ASSERT_EQ(back, m);
  }
}

TEST_P(CompressOnTarget, MessageOfEveryRepresentative) {
  for (int start = -16383; start < 16384; start += static_cast<int>(n)) {
    Polynomial f;
    for (std::size_t i = 0; i < n; ++i) f[i] = static_cast<std::int16_t>(std::min(start + static_cast<int>(i), 16383));
    Bytes<32> expected, m;
    poly_to_message_portable(f, expected);
    poly_to_message(f, m);
    ASSERT_EQ(m, expected) << start;
  }
}

template <unsigned d>
void CompressOnTarget::stay_inside_buffers() {
  const GuardedBuffer bytes(32 * d), poly(sizeof(Polynomial));
  const Poly f(reinterpret_cast<std::int16_t*>(poly.data()), n);
  std::memset(poly.data(), 0, sizeof(Polynomial));
  compress<d>(f, Out<32 * d>(bytes.data(), 32 * d));
  decompress<d>(View<32 * d>(bytes.data(), 32 * d), f);
}

TEST_P(CompressOnTarget, StaysInsideItsBuffers) {
  stay_inside_buffers<4>();
  stay_inside_buffers<5>();
  stay_inside_buffers<10>();
  stay_inside_buffers<11>();
  const GuardedBuffer bytes(32), poly(sizeof(Polynomial));
  const Poly f(reinterpret_cast<std::int16_t*>(poly.data()), n);
  message_to_poly(View<32>(bytes.data(), 32), f);
  poly_to_message(f, Out<32>(bytes.data(), 32));
}

}  // namespace
}  // namespace lydite::mlkem
