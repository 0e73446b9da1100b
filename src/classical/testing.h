// What the tests of this folder and of those above it share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lydite/bytes.h"

namespace lydite::classical {

class Randomised : public ::testing::Test {
 protected:
  Randomised()
      : seed(std::random_device()()), random(seed), trace_(__FILE__, __LINE__, "seed " + std::to_string(seed)) {
    RecordProperty("seed", std::to_string(seed));
  }
  void randomise(std::span<std::uint8_t> bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  }
  std::vector<std::uint8_t> random_bytes(std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    randomise(bytes);
    return bytes;
  }

  const unsigned seed;
  std::mt19937_64 random;

 private:
  ::testing::ScopedTrace trace_;
};

template <std::size_t N>
Bytes<N> from_hex(std::string_view text) {
  Bytes<N> bytes{};
  for (std::size_t i = 0; i < N; ++i)
    bytes[i] = static_cast<std::uint8_t>(std::stoi(std::string(text.substr(2 * i, 2)), nullptr, 16));
  return bytes;
}

}  // namespace lydite::classical
