#include "lab/measure/pairs.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "lab/measure/clock.h"
#include "lab/stats/uniformity.h"

namespace lydite::lab {
namespace {

constexpr std::uint64_t least_rounds = 8;
constexpr std::uint64_t calls_per_round = 4;

class Contest {
 public:
  Contest(std::vector<PairSeries>& all, std::uint64_t processes, const Options& options, Progress& progress,
          const Runner& runner)
      : all_(all), processes_(processes), options_(options), progress_(progress), runner_(runner) {
    if (options_.cpu < 0) options_.cpu = last_allowed_cpu();
    if (options_.program.empty()) options_.program = this_program();
    for (const PairSeries& series : all) steps_ += processes - std::min(processes, series.processes.size()) + 1;
  }

  void run() {
    ref_hz_ = measure_ref_hz(options_.ref_hz_seconds);
    for (PairSeries& series : all_) plan(series);
    for (std::uint64_t process = 0; process < processes_; ++process) play(process);
  }

 private:
  Job job(const PairSeries& series, Job::Kind kind, std::uint64_t process) const {
    Job job;
    job.kind = kind;
    job.algorithm = series.algorithm;
    job.operation = series.of;
    job.from = series.from;
    job.target = series.target;
    job.seed = trial_seed(options_.seed, process);
    job.cpu = options_.cpu;
    job.ref_hz = ref_hz_;
    job.plan.batch = series.batch;
    job.plan.samples = series.rounds;
    return job;
  }

  static void fail(PairSeries& series, std::string reason) {
    series.failure = std::move(reason);
    series.processes.clear();
  }

  std::optional<Answer> ask(PairSeries& series, const Job& job) {
    if (progress_.is_interrupted()) return fail(series, "interrupted"), std::nullopt;
    const double seconds = static_cast<double>(wall_ns() - start_ns_) / 1e9;
    const double each = done_ == 0 ? 0.1 : seconds / static_cast<double>(done_);
    progress_.step(done_, steps_, each * static_cast<double>(steps_ - std::min(done_, steps_)),
                   series.algorithm + " " + series.of);
    ++done_;
    const Outcome outcome = runner_(job, options_, options_.calibration_timeout_seconds);
    auto answer = decode_answer(outcome.output);
    if (auto reason = failure_of(outcome, answer); !reason.empty()) return fail(series, reason), std::nullopt;
    return answer;
  }

  // As many readings of the clock for either operation as a trial has, in a process that is no longer than a trial may
  // be, but for the least number of rounds.
  void plan(PairSeries& series) {
    if (series.rounds != 0 || !series.failure.empty()) return;
    const auto answer = ask(series, job(series, Job::Kind::kCalibration, 0));
    if (!answer) return;
    const auto& calibration = answer->calibration;
    if (!calibration || calibration->call_seconds <= 0) return fail(series, "check failed");
    series.batch = calibration->batch;
    const double round = static_cast<double>(calls_per_round * series.batch) * calibration->call_seconds;
    const double affordable = std::min(options_.robust.trial_seconds_max / round, 1e6);
    series.rounds = std::clamp(static_cast<std::uint64_t>(affordable), least_rounds,
                               std::max(2 * options_.robust.trial_samples / calls_per_round, least_rounds));
  }

  // One process of every series that lacks it, in an order that changes.
  void play(std::uint64_t process) {
    std::vector<std::size_t> order(all_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(trial_seed(options_.seed, process));
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) {
      PairSeries& series = all_[i];
      if (series.failure.empty() && series.processes.size() <= process) play(series, process);
    }
  }
  void play(PairSeries& series, std::uint64_t process) {
    auto answer = ask(series, job(series, Job::Kind::kPair, process));
    if (!answer) return;
    if (!answer->pair) return fail(series, "no answer");
    if (answer->pair->status != "ok") return fail(series, answer->pair->status);
    series.processes.push_back(std::move(*answer->pair));
  }

  std::vector<PairSeries>& all_;
  std::uint64_t processes_;
  Options options_;
  Progress& progress_;
  const Runner& runner_;
  double ref_hz_ = 0;
  std::uint64_t start_ns_ = wall_ns(), done_ = 0, steps_ = 0;
};

bool is_undecided(const PairSeries& series) {
  return !series.processes.empty() &&
         stats::judge_uniformity(series.processes).verdict == stats::UniformityVerdict::kUndecided;
}

// Of those that are undecided; the others stay as they are.
void add_processes(std::vector<PairSeries>& all, std::uint64_t processes, const Options& options, Progress& progress,
                   const Runner& runner) {
  std::vector<PairSeries*> open;
  std::vector<PairSeries> undecided;
  for (PairSeries& series : all) {
    if (!is_undecided(series)) continue;
    open.push_back(&series);
    undecided.push_back(series);
  }
  if (open.empty()) return;
  measure_pairs(undecided, processes, options, progress, runner);
  for (std::size_t i = 0; i < open.size(); ++i) *open[i] = std::move(undecided[i]);
}

}  // namespace

std::vector<PairSeries> pairs_of(const Algorithm& algorithm, const std::string& target,
                                 const std::vector<std::string>& operations) {
  std::vector<PairSeries> all;
  for (const Operation& operation : algorithm.operations) {
    const bool is_wanted = operations.empty() || std::ranges::find(operations, operation.name) != operations.end();
    if (!operation.baseline.empty() && is_wanted)
      all.push_back({algorithm.id, operation.name, operation.baseline, target, 0, 0, {}, {}});
  }
  return all;
}

void measure_pairs(std::vector<PairSeries>& all, std::uint64_t processes, const Options& options, Progress& progress,
                   const Runner& runner) {
  Contest(all, processes, options, progress, runner).run();
}

void measure_pairs_until_decided(std::vector<PairSeries>& all, std::uint64_t processes, std::uint64_t most,
                                 const Options& options, Progress& progress, const Runner& runner) {
  measure_pairs(all, processes, options, progress, runner);
  while (processes < most && !progress.is_interrupted() && std::ranges::any_of(all, is_undecided)) {
    processes = std::min(most, 2 * processes);
    add_processes(all, processes, options, progress, runner);
  }
}

}  // namespace lydite::lab
