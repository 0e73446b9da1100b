// What the tests of this folder share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "src/base/testing.h"
#include "src/mldsa/field.h"

namespace lydite::mldsa {

class OnTarget : public lydite::OnTarget {
 protected:
  // Coefficients in [low, high].
  Polynomial random_poly(std::int32_t low, std::int32_t high) {
    std::uniform_int_distribution<std::int32_t> distribution(low, high);
    Polynomial f;
    for (std::int32_t& x : f) x = distribution(random);
    return f;
  }
  static ShortPolynomial shortened(const Polynomial& f) {
    ShortPolynomial g;
    for (std::size_t i = 0; i < n; ++i) g[i] = static_cast<std::int16_t>(f[i]);
    return g;
  }
  // Random ones, and some that are at the bounds everywhere or alternate between them.
  std::vector<Polynomial> polys(std::int32_t low, std::int32_t high) {
    std::vector<Polynomial> all(4);
    all[0].fill(0);
    all[1].fill(low);
    all[2].fill(high);
    for (std::size_t i = 0; i < n; ++i) all[3][i] = i % 2 == 0 ? low : high;
    for (int i = 0; i < 50; ++i) all.push_back(random_poly(low, high));
    return all;
  }
};

}  // namespace lydite::mldsa
