#include "src/mldsa/pack.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "src/mldsa/testing.h"

namespace lydite::mldsa {
namespace {

class MlDsaPackOnTarget : public OnTarget {
 protected:
  template <unsigned bits>
  void check_plain() {
    for (const Polynomial& f : polys(0, (1 << bits) - 1)) {
      const GuardedBuffer buffer(32 * bits);
      const auto bytes = buffer.bytes().first<32 * bits>();
      Bytes<32 * bits> expected;
      pack<bits>(f, bytes);
      pack_portable<bits>(f, expected);
      ASSERT_TRUE(std::ranges::equal(bytes, expected)) << bits;
      Polynomial back;
      unpack<bits>(bytes, back);
      ASSERT_EQ(back, f) << bits;
    }
  }
  // Every value of the bits is unpacked, also those that no encoder writes.
  template <unsigned bits>
  void check_signed(std::int32_t b) {
    for (const Polynomial& f : polys(b - (1 << bits) + 1, b)) {
      const GuardedBuffer buffer(32 * bits);
      const auto bytes = buffer.bytes().first<32 * bits>();
      Bytes<32 * bits> expected;
      pack_signed<bits>(f, b, bytes);
      pack_signed_portable<bits>(f, b, expected);
      ASSERT_TRUE(std::ranges::equal(bytes, expected)) << bits;
      Polynomial back, expected_back;
      unpack_signed<bits>(bytes, b, back);
      unpack_signed_portable<bits>(bytes, b, expected_back);
      ASSERT_EQ(back, f) << bits;
      ASSERT_EQ(back, expected_back) << bits;
    }
  }
};
LYDITE_ON_EACH_TARGET(MlDsaPackOnTarget);

TEST_P(MlDsaPackOnTarget, EqualsThePortableOneBothWays) {
  check_plain<4>();
  check_plain<6>();
  check_plain<10>();
  check_signed<3>(2);
  check_signed<4>(4);
  check_signed<13>(1 << 12);
  check_signed<18>(1 << 17);
  check_signed<20>(1 << 19);
}

}  // namespace
}  // namespace lydite::mldsa
