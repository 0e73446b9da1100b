#include "lab/measure/trial_child.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "lab/algorithm.h"
#include "lab/measure/job.h"
#include "lab/measure/pairs.h"
#include "lab/measure/trial.h"
#include "lab/memory/allocations.h"
#include "lab/memory/stack.h"
#include "lydite/cpu.h"

namespace lydite::lab {
namespace {

constexpr int usage_error = 2;

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu >= 0) CPU_SET(static_cast<unsigned>(cpu), &set);
  if (cpu >= CPU_SETSIZE || sched_setaffinity(0, sizeof set, &set) != 0) {
    throw std::runtime_error(fmt::format("cannot run on CPU {}", cpu));
  }
}

const Algorithm& find_algorithm(const Job& job) {
  const auto& rows = catalog();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& a) { return a.id == job.algorithm; });
  if (row == rows.end()) throw std::runtime_error("no algorithm " + job.algorithm);
  return *row;
}

const Operation& find_operation(const Algorithm& algorithm, const std::string& name) {
  const auto& all = algorithm.operations;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; });
  if (found == all.end()) throw std::runtime_error("no operation " + name);
  return *found;
}

Answer perform(const Job& job) {
  if (job.cpu >= 0) pin(job.cpu);
  const Algorithm& algorithm = find_algorithm(job);
  const Operation& operation = find_operation(algorithm, job.operation);
  if (!use_target(job.target)) throw std::runtime_error("no target " + job.target);
  Answer answer;
  if (algorithm.dispatches) answer.target = current_target();
  switch (job.kind) {
    case Job::Kind::kTrial:
      answer.trial = run_trial(operation, job.seed, job.plan);
      break;
    case Job::Kind::kCalibration:
      answer.calibration = calibrate(operation, job.seed, job.ref_hz);
      break;
    case Job::Kind::kAllocations:
      answer.allocations = count_allocations(operation, job.seed, job.plan.samples);
      answer.stack_bytes = stack_bytes(operation, job.seed);
      break;
    case Job::Kind::kPair:
      answer.pair = run_pair_trial(operation, find_operation(algorithm, job.from), job.seed, job.plan);
      break;
  }
  return answer;
}

}  // namespace

int trial_main(int argc, char** argv) {
  const auto job = argc == 3 ? decode_job(argv[2]) : std::nullopt;
  if (!job) {
    fmt::print(stderr, "error: not a job\n");
    return usage_error;
  }
  Answer answer;
  try {
    answer = perform(*job);
  } catch (const std::exception& error) {
    answer.error = error.what();
  }
  fmt::print("{}\n", encode(answer));
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace lydite::lab
