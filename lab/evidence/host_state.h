// The verdict on the host as every record carries it.
#pragma once

#include <string>
#include <vector>

#include "lab/evidence/json.h"
#include "lab/evidence/schema.h"
#include "lab/host/host.h"

namespace lydite::lab::evidence {

struct HostState {
  host::Host host;
  bool is_unfixed_allowed = false;  // grades C and D were measured on demand
};

[[nodiscard]] std::vector<Field> host_fields();
[[nodiscard]] Json to_json(const HostState& state);
// Precondition: the object has the form of host_fields(). Of passed checks only the code is known.
[[nodiscard]] HostState host_from(const Json& object);

// What must not change between the records of one data set, as "cpu_model: was A, is B"; empty if nothing did.
// The measured clock of a host that does not control it may drift.
[[nodiscard]] std::string changed_host(const host::Host& before, const host::Host& now);

}  // namespace lydite::lab::evidence
