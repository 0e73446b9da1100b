// uniformity.json: operations that must not be told apart by their time, in turns inside processes, as raw ticks.
#pragma once

#include <string_view>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"
#include "lab/measure/pairs.h"

namespace lydite::lab::evidence {

inline constexpr char uniformity_file[] = "uniformity.json";

[[nodiscard]] const std::vector<Field>& uniformity_fields();
[[nodiscard]] Json to_json(const std::vector<PairSeries>& all);
struct ParsedUniformity {
  std::vector<PairSeries> all;
  std::vector<Fault> faults;
};
[[nodiscard]] ParsedUniformity parse_uniformity(std::string_view bytes);

}  // namespace lydite::lab::evidence
