// The readers of evidence: canonical JSON, and records.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lab/evidence/json.h"
#include "lab/evidence/record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lydite::lab::evidence;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ParsedJson parsed = parse_canonical(text);
  if (parsed.faults.empty() && canonical(parsed.value) != text) std::abort();
  const ParsedRecord record = parse_record(text);
  if (!record.record.has_value() && record.faults.empty()) std::abort();
  // What passed as a record of the right form is written again without a fault.
  if (record.faults.empty() && !parse_record(canonical(to_json(*record.record))).faults.empty()) std::abort();
  return 0;
}
