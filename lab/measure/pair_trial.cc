#include <array>

#include "lab/measure/clock.h"
#include "lab/measure/loop.h"
#include "lab/measure/pairs.h"

namespace lydite::lab {
namespace {

constexpr std::uint64_t least_warm_up_rounds = 2;

bool passes(const Prepared& prepared) { return prepared.check == nullptr || prepared.check(prepared.state.get()); }

std::uint64_t timed_batch(const Prepared& prepared, std::uint64_t batch) {
  std::uint64_t ticks = 0;
  timed_loop(prepared, batch, {&ticks, 1});
  return ticks;
}

// Ticks of `outer`, `inner`, `inner`, `outer`.
std::array<std::uint64_t, 2> play_round(const Prepared& outer, const Prepared& inner, std::uint64_t batch) {
  const std::uint64_t first = timed_batch(outer, batch), second = timed_batch(inner, batch);
  const std::uint64_t third = timed_batch(inner, batch), fourth = timed_batch(outer, batch);
  return {first + fourth, second + third};
}

void play(const Prepared& of, const Prepared& from, const TrialPlan& plan, PairTrial& trial) {
  for (std::uint64_t round = 0; round < plan.samples; ++round) {
    const bool is_of_outside = round % 2 == 0;
    const auto [outer, inner] = is_of_outside ? play_round(of, from, plan.batch) : play_round(from, of, plan.batch);
    trial.of.push_back(is_of_outside ? outer : inner);
    trial.from.push_back(is_of_outside ? inner : outer);
  }
}

}  // namespace

PairTrial run_pair_trial(const Operation& of, const Operation& from, std::uint64_t seed, const TrialPlan& plan) {
  // Which of them lies where in memory must not always be the same.
  const bool is_of_first = seed % 2 == 0;
  Prepared first = (is_of_first ? of : from).prepare(seed), second = (is_of_first ? from : of).prepare(seed);
  const Prepared &mine = is_of_first ? first : second, &other = is_of_first ? second : first;
  PairTrial trial;
  TrialPlan warm_up = plan;
  warm_up.samples = least_warm_up_rounds + plan.samples / 8;
  play(mine, other, warm_up, trial);
  trial = {};
  play(mine, other, plan, trial);
  if (passes(mine) && passes(other)) return trial.status = "ok", trial;
  return {"check failed", {}, {}};
}

}  // namespace lydite::lab
