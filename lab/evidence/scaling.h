// scaling.json: throughput on several CPUs, as raw counts.
#pragma once

#include <string_view>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"
#include "lab/measure/scaling.h"

namespace lydite::lab::evidence {

inline constexpr char scaling_file[] = "scaling.json";

[[nodiscard]] const std::vector<Field>& scaling_fields();
[[nodiscard]] Json to_json(const std::vector<Scaling>& all);
struct ParsedScaling {
  std::vector<Scaling> all;
  std::vector<Fault> faults;
};
[[nodiscard]] ParsedScaling parse_scaling(std::string_view bytes);

}  // namespace lydite::lab::evidence
