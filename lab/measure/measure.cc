#include "lab/measure/measure.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include "lab/measure/clock.h"
#include "lab/memory/allocations.h"

namespace lydite::lab {
namespace {

constexpr int most_attempts = 3;
constexpr double least_task_share = 0.95;
constexpr std::uint64_t shortest_judged_ns = 10'000'000;
constexpr std::uint64_t least_rounds = 6;  // fewer trials give no interval
constexpr std::uint64_t watched_calls = 16;
constexpr double memory_timeout_factor = 4;

bool is_disturbed(const Trial& trial) {
  return trial.status == "ok" && trial.wall_ns > shortest_judged_ns &&
         static_cast<double>(trial.task_ns) < least_task_share * static_cast<double>(trial.wall_ns);
}

double seconds_since(std::uint64_t start_ns) { return static_cast<double>(wall_ns() - start_ns) / 1e9; }

// All requests of one call of measure().
class Session {
 public:
  Session(std::span<const Request> requests, const Options& options, Progress& progress, const Runner& runner)
      : requests_(requests), options_(options), progress_(progress), runner_(runner) {
    if (options_.cpu < 0) options_.cpu = last_allowed_cpu();
    if (options_.program.empty()) options_.program = this_program();
    steps_ = requests.size() * (1 + options_.robust.trials + (options_.count_allocations ? 1 : 0));
  }

  std::vector<Measurement> run() {
    ref_hz_ = measure_ref_hz(options_.ref_hz_seconds);
    for (const Request& request : requests_) subjects_.push_back(subject(request));
    for (Subject& each : subjects_) calibrate_subject(each);
    for (Subject& each : subjects_) watch_memory(each);
    const std::uint64_t rounds = most_trials();
    for (std::uint64_t trial = 0; trial < rounds && !stops_before(trial); ++trial) round(trial);
    std::vector<Measurement> results;
    for (Subject& each : subjects_) results.push_back(std::move(each.measurement));
    return results;
  }

 private:
  struct Subject {
    Measurement measurement;
    std::string wanted_target;
    std::uint64_t inputs = 1;
    Calibration calibration;
    bool alive = true;
  };

  Subject subject(const Request& request) const {
    Subject result;
    result.wanted_target = request.algorithm->dispatches ? request.target : "";
    result.inputs = request.operation->inputs;
    Measurement& m = result.measurement;
    m.algorithm = request.algorithm->id;
    m.implementation = request.algorithm->implementation;
    m.operation = request.operation->name;
    m.input_bytes = request.operation->input_bytes;
    m.units = request.operation->units;
    m.seed = std::to_string(options_.seed);
    m.ref_hz = ref_hz_;
    return result;
  }

  Job job(const Subject& subject, Job::Kind kind, std::uint64_t trial) const {
    Job job;
    job.kind = kind;
    job.algorithm = subject.measurement.algorithm;
    job.operation = subject.measurement.operation;
    job.target = subject.wanted_target;
    job.seed = trial_seed(options_.seed, trial);
    job.cpu = options_.cpu;
    job.ref_hz = ref_hz_;
    job.plan.batch = subject.measurement.plan.batch;
    job.plan.samples = subject.measurement.plan.samples_per_trial;
    job.plan.warmup_calls = subject.measurement.plan.warmup_calls;
    job.plan.until_steady = options_.protocol == "robust";
    job.plan.probe_windows = options_.probe_windows;
    return job;
  }

  void announce(const Subject& subject) {
    const double per_step = done_ == 0 ? 0.1 : seconds_since(start_ns_) / static_cast<double>(done_);
    progress_.step(done_, steps_, per_step * static_cast<double>(steps_ - std::min(done_, steps_)),
                   subject.measurement.algorithm + " " + subject.measurement.operation);
    ++done_;
  }

  // Ends the subject: what it gave so far does not count.
  static void fail(Subject& subject, Trial trial) {
    Measurement& m = subject.measurement;
    m.attempts.insert(m.attempts.end(), m.trials.begin(), m.trials.end());
    m.attempts.push_back(std::move(trial));
    m.trials.clear();
    subject.alive = false;
  }
  static void fail(Subject& subject, std::string reason) {
    Trial trial;
    trial.status = std::move(reason);
    fail(subject, std::move(trial));
  }

  void calibrate_subject(Subject& subject) {
    if (progress_.is_interrupted()) return fail(subject, "interrupted");
    announce(subject);
    const Outcome outcome =
        runner_(job(subject, Job::Kind::kCalibration, 0), options_, options_.calibration_timeout_seconds);
    const auto answer = decode_answer(outcome.output);
    if (const std::string reason = failure_of(outcome, answer); !reason.empty()) return fail(subject, reason);
    if (!answer->calibration || answer->calibration->call_seconds <= 0) return fail(subject, "check failed");
    subject.calibration = *answer->calibration;
    subject.measurement.target = answer->target;
    subject.measurement.plan = plan(subject);
  }

  [[nodiscard]] Plan plan(const Subject& subject) const {
    const Calibration& calibration = subject.calibration;
    if (options_.protocol != "guide") return robust_plan(calibration, limits(subject.inputs));
    const double setup = calibration.setup_seconds;
    return as_plan(guide_plan(calibration.first_call_seconds, setup, 0, options_.guide), options_.guide);
  }

  // Each trial has other inputs; together they cover the wanted number, even if the budget ends after the sixth.
  [[nodiscard]] RobustLimits limits(std::uint64_t inputs) const {
    RobustLimits limits = options_.robust;
    const std::uint64_t rounds = options_.budget_seconds > 0 ? std::min(limits.trials, least_rounds) : limits.trials;
    limits.trial_calls = (inputs + rounds - 1) / rounds;
    return limits;
  }

  void watch_memory(Subject& subject) {
    if (!options_.count_allocations || !subject.alive || progress_.is_interrupted()) return;
    announce(subject);
    Job watched = job(subject, Job::Kind::kAllocations, 0);
    watched.plan.samples = subject.calibration.call_seconds > 0.01 ? 1 : watched_calls;
    const Outcome outcome = runner_(watched, options_, memory_timeout_factor * timeout(subject));
    const auto answer = decode_answer(outcome.output);
    if (!failure_of(outcome, answer).empty()) return;
    subject.measurement.allocations = answer->allocations;
    subject.measurement.stack_bytes = answer->stack_bytes;
  }

  [[nodiscard]] double timeout(const Subject& subject) const {
    return timeout_seconds(subject.measurement.plan, subject.calibration);
  }

  [[nodiscard]] std::uint64_t most_trials() const {
    std::uint64_t most = 0;
    for (const Subject& each : subjects_) most = std::max(most, each.measurement.plan.trials);
    return most;
  }

  [[nodiscard]] bool out_of_budget() const {
    return options_.budget_seconds > 0 && seconds_since(start_ns_) > options_.budget_seconds;
  }
  [[nodiscard]] bool stops_before(std::uint64_t trial) { return trial >= least_rounds && out_of_budget(); }

  // One trial of every subject, in an order that changes from round to round.
  void round(std::uint64_t trial) {
    std::vector<std::size_t> order(subjects_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(trial_seed(options_.seed, trial));
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) {
      Subject& subject = subjects_[i];
      if (!subject.alive || trial >= subject.measurement.plan.trials) continue;
      if (progress_.is_interrupted()) return fail(subject, "interrupted");
      announce(subject);
      attempt(subject, trial);
    }
  }

  void attempt(Subject& subject, std::uint64_t trial) {
    for (int attempts = 1;; ++attempts) {
      const Outcome outcome = runner_(job(subject, Job::Kind::kTrial, trial), options_, timeout(subject));
      auto answer = decode_answer(outcome.output);
      if (const std::string reason = failure_of(outcome, answer); !reason.empty()) return fail(subject, reason);
      if (!answer->trial) return fail(subject, "no answer");
      Trial& result = *answer->trial;
      if (result.status != "ok") return fail(subject, std::move(result));
      if (is_disturbed(result)) result.status = "disturbed";
      const bool counts = result.status == "ok" || attempts == most_attempts || out_of_budget();
      auto& list = counts ? subject.measurement.trials : subject.measurement.attempts;
      list.push_back(std::move(result));
      if (counts) return;
    }
  }

  std::span<const Request> requests_;
  Options options_;
  Progress& progress_;
  const Runner& runner_;
  std::vector<Subject> subjects_;
  double ref_hz_ = 0;
  std::uint64_t start_ns_ = wall_ns();
  std::uint64_t done_ = 0, steps_ = 0;
};

}  // namespace

Options Options::quick(std::size_t operations) {
  constexpr double wanted_seconds = 4.5, process_seconds = 0.02;
  Options options;
  options.robust.trials = 7;
  options.robust.trial_samples = 30;
  options.robust.trial_seconds_max = 0.1;
  const double processes = static_cast<double>(operations * (options.robust.trials + 2));
  options.robust.trial_seconds = std::clamp(wanted_seconds / processes - process_seconds, 0.003, 0.025);
  options.probe_windows = 60;
  options.ref_hz_seconds = 0.1;
  options.budget_seconds = wanted_seconds;
  return options;
}

void Progress::step(std::uint64_t, std::uint64_t, double, std::string_view) {}
bool Progress::is_interrupted() { return false; }

Outcome run_in_process(const Job& job, const Options& options, double timeout_seconds) {
  Command command;
  const std::string program = options.program.empty() ? this_program() : options.program;
  command.arguments = {program, "trial", encode(job)};
  command.timeout_seconds = timeout_seconds;
  if (job.kind == Job::Kind::kAllocations) command.environment = {{"LD_PRELOAD", counting_library(program)}};
  return run(command);
}

std::string failure_of(const Outcome& outcome, const std::optional<Answer>& answer) {
  if (!outcome.started) return "cannot start";
  if (outcome.timed_out) return "timeout";
  if (outcome.exit_code != 0) return fmt::format("exit {}", outcome.exit_code);
  if (!answer) return "no answer";
  return answer->error;
}

std::vector<Measurement> measure(std::span<const Request> requests, const Options& options, Progress& progress,
                                 const Runner& runner) {
  return Session(requests, options, progress, runner).run();
}

// SplitMix64, so that neighbouring trials have unrelated inputs.
std::uint64_t trial_seed(std::uint64_t seed, std::uint64_t trial) noexcept {
  std::uint64_t z = seed + (trial + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

int last_allowed_cpu() noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  int last = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<unsigned>(cpu), &set)) last = cpu;
  }
  return last;
}

}  // namespace lydite::lab
