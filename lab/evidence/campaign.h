// Runs a campaign into a folder: gate, measurement group by group, allocations, records, index, pages. Finished records
// are kept, so that a run that was interrupted or killed goes on where it was.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "lab/algorithm.h"
#include "lab/evidence/data_set.h"
#include "lab/kat/gate.h"
#include "lab/measure/measure.h"

namespace lydite::lab::evidence {

// What the campaign tells whoever started it, and asks.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void say(const std::string& line) = 0;
  virtual void progress(double share, double seconds_left, std::string_view what) = 0;
  virtual bool is_interrupted() = 0;
};

// The world around a campaign, replaced in tests.
struct Surroundings {
  std::function<host::Host()> examine_host;
  std::function<kat::GateResult(const Algorithm& algorithm, const std::string& target)> gate;
  std::function<std::string()> utc_now;  // "2025-01-31T12:00:00Z"
  Build build;
  Runner runner;
  double ref_hz_seconds = 0.5;  // how long the reference clock is compared with the wall clock, in each group
  // Throughput of an operation on several CPUs, on the named target.
  std::function<Scaling(const Algorithm& algorithm, const Operation& operation, const std::string& target,
                        std::uint64_t seed, const ScalingLimits& limits)>
      scale = {};
};
[[nodiscard]] Surroundings real_surroundings();

enum class CampaignOutcome {
  kDone,
  kFailures,     // complete, but something could not be measured
  kInterrupted,  // the same call goes on
  kUnfitHost,    // grade C or D without permission
  kRefused,      // the folder holds something that this campaign must not continue
};

// Throws std::system_error if the folder cannot be written.
[[nodiscard]] CampaignOutcome run_campaign(const CampaignPlan& plan, const std::filesystem::path& folder,
                                           bool allow_unfixed_host, const Surroundings& surroundings,
                                           const Render& render, Observer& observer);

}  // namespace lydite::lab::evidence
