// What the tests of this folder share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "src/base/testing.h"
#include "src/mlkem/field.h"

namespace lydite::mlkem {

class OnTarget : public lydite::OnTarget {
 protected:
  // Coefficients in [low, high].
  Polynomial random_poly(int low, int high) {
    std::uniform_int_distribution<int> distribution(low, high);
    Polynomial f;
    for (std::int16_t& x : f) x = static_cast<std::int16_t>(distribution(random));
    return f;
  }
};

// Polynomials that meet the bounds of field.h at their edges, and alternate between them.
inline std::vector<Polynomial> edge_polys(int low, int high) {
  std::vector<Polynomial> polys(4);
  polys[0].fill(0);
  polys[1].fill(static_cast<std::int16_t>(low));
  polys[2].fill(static_cast<std::int16_t>(high));
  for (std::size_t i = 0; i < n; ++i) polys[3][i] = static_cast<std::int16_t>(i % 2 == 0 ? low : high);
  for (std::size_t i = 0; i < n; i += 37) {
    polys.push_back(polys[0]);
    polys.back()[i] = static_cast<std::int16_t>(high);
  }
  return polys;
}

}  // namespace lydite::mlkem
