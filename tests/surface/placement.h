// Tests that run once for each target of this machine.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lydite/bytes.h"
#include "lydite/cpu.h"
#include "lydite/sha3.h"
#include "tests/surface/guarded.h"

namespace lydite::testing_support {

inline std::vector<std::uint8_t> random_bytes(std::size_t size, std::uint8_t seed) {
  std::vector<std::uint8_t> bytes(size);
  Shake128::hash(Message(&seed, 1), bytes);
  return bytes;
}

class OnEachTarget : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_target(GetParam())); }
  void TearDown() override { use_target(""); }
};

inline std::vector<std::string> target_names() { return {supported_targets().begin(), supported_targets().end()}; }
inline std::string target_name(const testing::TestParamInfo<std::string>& target) { return target.param; }

}  // namespace lydite::testing_support
