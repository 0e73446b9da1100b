#include "lab/measure/compare.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

#include "lab/measure/clock.h"
#include "lab/stats/summary.h"

namespace lydite::lab {
namespace {

constexpr std::uint64_t most_pairs = 160;
constexpr double least_floor = 0.00995033085316808;  // ln 1.01
constexpr double significance = 0.05;

std::vector<double> log_ratios(const std::vector<double>& numerator, const std::vector<double>& denominator) {
  std::vector<double> result;
  for (std::size_t i = 0; i < numerator.size(); ++i) result.push_back(std::log(numerator[i] / denominator[i]));
  return result;
}

Verdict verdict_of(const stats::Interval& log_interval, double floor) {
  if (log_interval.high < -floor) return Verdict::kFaster;
  if (log_interval.low > floor) return Verdict::kSlower;
  if (log_interval.low >= -floor && log_interval.high <= floor) return Verdict::kSame;
  return Verdict::kUndecided;
}

// A program under another name, for as long as the object lives.
class ProgramCopy {
 public:
  explicit ProgramCopy(const std::string& program) {
    std::string pattern = (std::filesystem::temp_directory_path() / "lydite-compare-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::filesystem::filesystem_error("cannot make a folder for the third arm", pattern,
                                              std::error_code(errno, std::generic_category()));
    }
    folder_ = pattern;
    std::filesystem::copy_file(program, path());
  }
  ~ProgramCopy() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ProgramCopy(const ProgramCopy&) = delete;
  ProgramCopy& operator=(const ProgramCopy&) = delete;
  [[nodiscard]] std::string path() const { return (folder_ / "a_again").string(); }

 private:
  std::filesystem::path folder_;
};

class Contest {
 public:
  Contest(const Arm& a, const Arm& b, const CompareOptions& options, Progress& progress, const Runner& runner)
      : options_(options.engine), progress_(progress), runner_(runner), random_(options.engine.seed) {
    if (options_.cpu < 0) options_.cpu = last_allowed_cpu();
    arms_ = {a, b, a};
    for (Arm& arm : arms_) {
      if (arm.program.empty()) arm.program = options_.program.empty() ? this_program() : options_.program;
    }
    ref_hz_ = measure_ref_hz(options_.ref_hz_seconds);
  }

  void set_third_program(std::string program) { arms_[2].program = std::move(program); }
  [[nodiscard]] const std::string& first_program() const { return arms_[0].program; }

  void calibrate(Comparison& comparison) {
    Job calibration = job(arms_[0], comparison.operation, 0, Job::Kind::kCalibration);
    const auto answer = ask(arms_[0], calibration, options_.calibration_timeout_seconds, comparison);
    if (!answer) return;
    if (!answer->calibration || answer->calibration->call_seconds <= 0) {
      comparison.failure = "check failed";
      return;
    }
    plans_[comparison.operation] = {*answer->calibration, robust_plan(*answer->calibration, options_.robust)};
  }

  // Pair number `pair` of all operations.
  void play(std::vector<Comparison>& comparisons, std::uint64_t pair, std::uint64_t pairs) {
    std::shuffle(comparisons.begin(), comparisons.end(), random_);
    for (Comparison& comparison : comparisons) {
      if (!comparison.failure.empty()) continue;
      std::array<std::size_t, 3> order{0, 1, 2};
      std::shuffle(order.begin(), order.end(), random_);
      std::array<double, 3> medians{};
      for (const std::size_t arm : order) {
        announce(comparisons.size(), pair, pairs, comparison.operation);
        medians[arm] = median_of(arms_[arm], comparison, pair);
        if (!comparison.failure.empty()) break;
      }
      if (comparison.failure.empty()) keep(comparison.pairs, medians);
    }
  }

 private:
  struct Planned {
    Calibration calibration;
    Plan plan;
  };

  Job job(const Arm& arm, const std::string& operation, std::uint64_t pair, Job::Kind kind) const {
    Job job;
    job.kind = kind;
    job.algorithm = arm.algorithm;
    job.operation = operation;
    job.target = arm.target;
    job.seed = trial_seed(options_.seed, pair);
    job.cpu = options_.cpu;
    job.ref_hz = ref_hz_;
    return job;
  }

  std::optional<Answer> ask(const Arm& arm, const Job& job, double timeout, Comparison& comparison) {
    if (progress_.is_interrupted()) {
      comparison.failure = "interrupted";
      return std::nullopt;
    }
    Options options = options_;
    options.program = arm.program;
    const Outcome outcome = runner_(job, options, timeout);
    auto answer = decode_answer(outcome.output);
    comparison.failure = failure_of(outcome, answer);
    if (!comparison.failure.empty()) return std::nullopt;
    return answer;
  }

  double median_of(const Arm& arm, Comparison& comparison, std::uint64_t pair) {
    const Planned& planned = plans_.at(comparison.operation);
    Job trial = job(arm, comparison.operation, pair, Job::Kind::kTrial);
    trial.plan.batch = planned.plan.batch;
    trial.plan.samples = planned.plan.samples_per_trial;
    const auto answer = ask(arm, trial, timeout_seconds(planned.plan, planned.calibration), comparison);
    if (!answer) return 0;
    if (!answer->trial || answer->trial->status != "ok") {
      comparison.failure = answer->trial ? answer->trial->status : "no answer";
      return 0;
    }
    return stats::nearest_rank(per_call(*answer->trial), 500);
  }

  // An operation that costs nothing has no ratio.
  static void keep(Pairs& pairs, const std::array<double, 3>& medians) {
    if (std::any_of(medians.begin(), medians.end(), [](double x) { return x <= 0; })) return;
    pairs.a.push_back(medians[0]);
    pairs.b.push_back(medians[1]);
    pairs.a_again.push_back(medians[2]);
  }

  void announce(std::size_t operations, std::uint64_t pair, std::uint64_t pairs, const std::string& what) {
    const std::uint64_t total = std::max(3 * operations * pairs, done_ + 1);
    const double seconds = static_cast<double>(wall_ns() - start_ns_) / 1e9;
    const double each = done_ == 0 ? 0.1 : seconds / static_cast<double>(done_);
    progress_.step(done_, total, each * static_cast<double>(total - done_),
                   fmt::format("{}, pair {} of {}", what, pair + 1, pairs));
    ++done_;
  }

  Options options_;
  Progress& progress_;
  const Runner& runner_;
  std::mt19937_64 random_;
  std::array<Arm, 3> arms_;
  std::map<std::string, Planned> plans_;
  double ref_hz_ = 0;
  std::uint64_t start_ns_ = wall_ns(), done_ = 0;
};

bool any_undecided(const std::vector<Comparison>& comparisons) {
  return std::any_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) {
    return c.failure.empty() && c.judgement.verdict == Verdict::kUndecided;
  });
}

void judge_all(std::vector<Comparison>& comparisons) {
  for (Comparison& comparison : comparisons) {
    if (comparison.failure.empty()) comparison.judgement = judge(comparison.pairs);
  }
  adjust(comparisons);
}

}  // namespace

CompareOptions::CompareOptions() {
  engine.robust.trial_seconds = 0.02;
  engine.robust.trial_samples = 50;
  engine.robust.trial_seconds_max = 0.3;
  engine.ref_hz_seconds = 0.1;
}

std::optional<Arm> parse_arm(std::string_view text) {
  Arm arm;
  const std::size_t hash = text.find('#');
  if (hash != std::string_view::npos) {
    arm.program = text.substr(hash + 1);
    if (arm.program.empty()) return std::nullopt;
    text = text.substr(0, hash);
  }
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    arm.target = text.substr(at + 1);
    if (arm.target.empty()) return std::nullopt;
    text = text.substr(0, at);
  }
  arm.algorithm = text;
  if (arm.algorithm.empty()) return std::nullopt;
  return arm;
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kSame:
      return "same";
    case Verdict::kUndecided:
      break;
  }
  return "undecided";
}

Judgement judge(const Pairs& pairs) {
  Judgement result;
  if (pairs.a.empty()) return result;
  const auto ratios = log_ratios(pairs.b, pairs.a);
  result.ratio = std::exp(stats::median(ratios));
  result.p = stats::signed_rank_p(ratios);
  const auto interval = stats::median_interval(ratios);
  const auto same = stats::median_interval(log_ratios(pairs.a_again, pairs.a));
  if (!interval || !same) return result;
  result.interval = stats::Interval{std::exp(interval->low), std::exp(interval->high)};
  result.noise_floor = std::max({least_floor, std::fabs(same->low), std::fabs(same->high)});
  result.verdict = verdict_of(*interval, result.noise_floor);
  return result;
}

void adjust(std::vector<Comparison>& comparisons) {
  std::vector<double> p;
  for (const Comparison& comparison : comparisons) p.push_back(comparison.judgement.p);
  const auto adjusted = stats::holm(p);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    Comparison& comparison = comparisons[i];
    comparison.adjusted_p = adjusted[i];
    const Verdict verdict = comparison.judgement.verdict;
    const bool differs = verdict == Verdict::kFaster || verdict == Verdict::kSlower;
    if (differs && adjusted[i] > significance) comparison.judgement.verdict = Verdict::kUndecided;
  }
}

std::vector<Comparison> compare(const Arm& a, const Arm& b, const std::vector<std::string>& operations,
                                const CompareOptions& options, Progress& progress, const Runner& runner) {
  Contest contest(a, b, options, progress, runner);
  const ProgramCopy copy(contest.first_program());
  contest.set_third_program(copy.path());
  std::vector<Comparison> comparisons(operations.size());
  for (std::size_t i = 0; i < operations.size(); ++i) comparisons[i].operation = operations[i];
  for (Comparison& comparison : comparisons) contest.calibrate(comparison);
  std::uint64_t pair = 0;
  for (std::uint64_t pairs = options.pairs; pair < pairs;) {
    contest.play(comparisons, pair++, pairs);
    if (pair < pairs) continue;
    judge_all(comparisons);
    if (options.until_decided && any_undecided(comparisons)) pairs = std::min(most_pairs, 2 * pairs);
  }
  const auto position = [&](const Comparison& c) {
    return std::find(operations.begin(), operations.end(), c.operation);
  };
  std::sort(comparisons.begin(), comparisons.end(),
            [&](const Comparison& x, const Comparison& y) { return position(x) < position(y); });
  return comparisons;
}

}  // namespace lydite::lab
