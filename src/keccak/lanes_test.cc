#include "src/keccak/lanes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lydite/sha3.h"
#include "src/base/testing.h"

namespace lydite::keccak {
namespace {

using ByteString = std::vector<std::uint8_t>;

// Sponges with random messages, checked against the one-call functions.
class LanesOnTarget : public OnTarget, public SpongeOwner {
 protected:
  struct Task {
    SpongeKind kind;
    ByteString head, body, tail;
    std::size_t output_size, more_blocks;
    ByteString output;
  };

  ByteString random_bytes(std::size_t size) {
    ByteString bytes(size);
    randomise(bytes);
    return bytes;
  }

  Task random_task() {
    const SpongeKind kinds[] = {sha3_256, sha3_512, shake128, shake256};
    const SpongeKind kind = kinds[random() % 4];
    Task task{kind,
              random_bytes(8 * (random() % 9)),
              random_bytes(8 * (random() % 200)),
              random_bytes(random() % 7),
              kind.suffix == 0x06 ? (kind.rate_words == 17 ? 32U : 64U) : 8 * (1 + random() % (3U * kind.rate_words)),
              0,
              {}};
    if (kind.rate_words == 21 || random() % 2 == 0)
      task = {kind, random_bytes(32), {}, random_bytes(random() % 8), task.output_size, 0, {}};
    // Further blocks are wanted only after whole ones.
    if (kind.suffix == 0x1F && random() % 4 == 0) {
      task.output_size = 24U * kind.rate_words;
      task.more_blocks = random() % 3;
    }
    return task;
  }

  SpongeJob job_of(const Task& task, std::size_t number) {
    std::uint64_t tail = 0;
    for (std::size_t i = 0; i < task.tail.size(); ++i) tail |= std::uint64_t{task.tail[i]} << (8 * i);
    SpongeJob job = sponge_job(task.kind, task.output_size, task.head, task.body, tail,
                               static_cast<unsigned>(task.tail.size()), 0, static_cast<unsigned>(number));
    job.owner = this;
    return job;
  }

  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    Task& task = tasks[job.index];
    task.output.insert(task.output.end(), output.begin(), output.end());
    if (task.more_blocks == 0) return 0;
    --task.more_blocks;
    return task.kind.rate_words;
  }

  static ByteString expected(const Task& task) {
    ByteString message = task.head, output(task.output.size());
    message.insert(message.end(), task.body.begin(), task.body.end());
    message.insert(message.end(), task.tail.begin(), task.tail.end());
    if (task.kind.suffix == 0x1F) {
      task.kind.rate_words == 21 ? Shake128::hash(message, output) : Shake256::hash(message, output);
    } else if (task.kind.rate_words == 17) {
      const auto digest = Sha3_256::hash(message);
      output.assign(digest.begin(), digest.end());
    } else {
      const auto digest = Sha3_512::hash(message);
      output.assign(digest.begin(), digest.end());
    }
    return output;
  }

  void expect_outputs() {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      ASSERT_GE(tasks[i].output.size(), tasks[i].output_size) << "task " << i;
      ASSERT_EQ(tasks[i].output, expected(tasks[i])) << "task " << i;
    }
  }

  std::vector<Task> tasks;
};
LYDITE_ON_EACH_TARGET(LanesOnTarget);

TEST_P(LanesOnTarget, AnyMixtureGivesTheDigestsOfOneCall) {
  for (int round = 0; round < 40; ++round) {
    tasks.clear();
    Lanes lanes(random() % 5);
    const std::size_t count = random() % 40;
    for (std::size_t i = 0; i < count; ++i) tasks.push_back(random_task());
    for (std::size_t i = 0; i < count; ++i)
      random() % 2 == 0 ? lanes.submit(job_of(tasks[i], i)) : lanes.submit_first(job_of(tasks[i], i));
    lanes.run();
    ASSERT_NO_FATAL_FAILURE(expect_outputs());
  }
}

TEST_P(LanesOnTarget, RunsAgain) {
  Lanes lanes;
  lanes.run();
  for (std::size_t i = 0; i < 30; ++i) tasks.push_back(random_task());
  for (std::size_t i = 0; i < 30; ++i) {
    lanes.submit(job_of(tasks[i], i));
    if (i % 5 == 4) lanes.run();
  }
  ASSERT_NO_FATAL_FAILURE(expect_outputs());
}

// A message of which each other output makes some words ready, so that its sponge gives its lane away and comes back.
class ParkingOnTarget : public LanesOnTarget {
 protected:
  std::size_t finished(const SpongeJob& job, std::span<const std::uint8_t> output) noexcept override {
    ready_words = static_cast<std::uint16_t>(std::min<std::size_t>(ready_words + 9U, tasks[0].body.size() / 8));
    return LanesOnTarget::finished(job, output);
  }
  std::uint16_t ready_words = 0;
};
LYDITE_ON_EACH_TARGET(ParkingOnTarget);

TEST_P(ParkingOnTarget, WaitsForItsMessage) {
  for (int round = 0; round < 20; ++round) {
    tasks.clear();
    ready_words = 0;
    tasks.push_back({sha3_256, {}, random_bytes(8 * 148), {}, 32, 0, {}});
    for (std::size_t i = 1; i < 30; ++i) tasks.push_back({shake128, random_bytes(32), {}, random_bytes(2), 504, 0, {}});
    Lanes lanes(random() % 5);
    SpongeJob job = job_of(tasks[0], 0);
    job.ready_words = &ready_words;
    lanes.submit(job);
    for (std::size_t i = 1; i < tasks.size(); ++i) lanes.submit(job_of(tasks[i], i));
    lanes.run();
    ASSERT_NO_FATAL_FAILURE(expect_outputs());
  }
}

}  // namespace
}  // namespace lydite::keccak
