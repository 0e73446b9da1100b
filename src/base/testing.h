// What tests of kernels share: one test run for each target, random input with its seed printed, and memory that ends
// where no byte may be touched.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "lydite/cpu.h"

namespace lydite {

class OnTarget : public ::testing::TestWithParam<std::string_view> {
 protected:
  OnTarget() : seed(std::random_device()()), random(seed), trace_(__FILE__, __LINE__, "seed " + std::to_string(seed)) {
    RecordProperty("seed", std::to_string(seed));
  }
  void SetUp() override { ASSERT_TRUE(use_target(GetParam())); }
  void TearDown() override { use_target({}); }

  void randomise(std::span<std::uint8_t> bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  }

  const unsigned seed;
  std::mt19937_64 random;

 private:
  ::testing::ScopedTrace trace_;
};

inline std::string target_name(const ::testing::TestParamInfo<std::string_view>& info) {
  return std::string(info.param);
}
#define LYDITE_ON_EACH_TARGET(suite) \
  INSTANTIATE_TEST_SUITE_P(Targets, suite, ::testing::ValuesIn(supported_targets()), target_name)

// A buffer whose last byte is the last byte of its page; the next page cannot be read or written.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t size) : size_(size) {
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, capacity + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + capacity, page, PROT_NONE);
  }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() { munmap(memory_, capacity + page); }

  [[nodiscard]] std::uint8_t* data() const { return memory_ + capacity - size_; }
  [[nodiscard]] std::span<std::uint8_t> bytes() const { return {data(), size_}; }

 private:
  static constexpr std::size_t page = 4096, capacity = 4 * page;
  std::size_t size_;
  std::uint8_t* memory_;
};

}  // namespace lydite
