#include "lab/host/host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "lab/host/checks.h"
#include "lab/host/noise.h"
#include "lab/host/tree.h"

namespace lydite::lab::host {
namespace {

namespace fs = std::filesystem;

// A folder that stands for / of a well prepared machine; single files are then replaced.
class HostTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("lydite_host_test_" + std::to_string(std::random_device{}()));
    write("proc/cpuinfo", "model name\t: Some CPU\nflags\t\t: fpu constant_tsc nonstop_tsc\n");
    write("proc/sys/kernel/perf_event_paranoid", "1\n");
    write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
    write(cpu3 + "cpufreq/scaling_governor", "performance\n");
    write(cpu3 + "cpufreq/scaling_min_freq", "2100000\n");
    write(cpu3 + "cpufreq/scaling_max_freq", "2100000\n");
    write(cpu3 + "topology/thread_siblings_list", "3,7\n");
    write("sys/devices/system/cpu/online", "0-3\n");
    write("sys/devices/cpu_core/cpus", "2-3\n");
    write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    write("sys/fs/cgroup/cpu.max", "max 100000\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  [[nodiscard]] std::vector<std::string> problems(std::string_view machine = "x86_64") const {
    std::vector<std::string> codes;
    for (const Check& check : file_checks(Tree(root_), 3, machine)) {
      if (!check.ok) codes.push_back(check.code);
    }
    return codes;
  }
  // The grade with these file checks and probes that pass but for the named ones.
  [[nodiscard]] char graded(const std::vector<std::string>& failing) const {
    auto checks = file_checks(Tree(root_), 3, "x86_64");
    for (Check check : unprobed()) {
      check.ok = std::find(failing.begin(), failing.end(), check.code) == failing.end();
      checks.push_back(check);
    }
    return grade(checks);
  }

  const std::string cpu3 = "sys/devices/system/cpu/cpu3/";
  fs::path root_;
};

using Codes = std::vector<std::string>;

TEST_F(HostTest, PreparedMachineHasNoProblems) { EXPECT_EQ(problems(), Codes{}); }

TEST_F(HostTest, EachCheckSeesItsProblem) {
  EXPECT_EQ(problems("vax"), (Codes{"H01", "H12"}));
  write("proc/sys/kernel/perf_event_paranoid", "3");
  EXPECT_EQ(problems(), Codes{"H02"});
  SetUp();
  write("sys/devices/system/cpu/intel_pstate/no_turbo", "0");
  EXPECT_EQ(problems(), Codes{"H04"});
  write("sys/devices/system/cpu/intel_pstate/no_turbo", "1");
  write("sys/devices/system/cpu/cpufreq/boost", "1");
  EXPECT_EQ(problems(), Codes{"H04"});
  write("sys/devices/system/cpu/cpufreq/boost", "0");
  write(cpu3 + "cpufreq/scaling_governor", "powersave");
  EXPECT_EQ(problems(), Codes{"H05"});
  write(cpu3 + "cpufreq/scaling_governor", "performance");
  write("sys/devices/system/cpu/online", "0-7");
  EXPECT_EQ(problems(), Codes{"H07"});
  write("sys/devices/system/cpu/online", "0-3");
  write("sys/devices/cpu_core/cpus", "0-2");
  EXPECT_EQ(problems(), Codes{"H08"});
  write("sys/devices/cpu_core/cpus", "0-3");
  write("proc/cpuinfo", "flags\t\t: constant_tsc nonstop_tsc hypervisor\n");
  EXPECT_EQ(problems(), Codes{"H11"});
  write("proc/cpuinfo", "flags\t\t: constant_tsc\n");
  EXPECT_EQ(problems(), Codes{"H12"});
}

TEST_F(HostTest, FrequencyRangeMattersOnArmOnly) {
  write("sys/devices/system/clocksource/clocksource0/current_clocksource", "arch_sys_counter");
  EXPECT_EQ(problems("aarch64"), Codes{});
  write(cpu3 + "cpufreq/scaling_min_freq", "600000");
  EXPECT_EQ(problems("aarch64"), Codes{"H06"});
  write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
  EXPECT_EQ(problems("x86_64"), Codes{});
}

TEST_F(HostTest, EveryCheckNamesItsConsequence) {
  auto checks = file_checks(Tree(root_), 3, "x86_64");
  const auto probes = unprobed();
  checks.insert(checks.end(), probes.begin(), probes.end());
  EXPECT_EQ(checks.size(), 16u);
  for (const Check& check : checks) {
    EXPECT_FALSE(check.name.empty() || check.found.empty() || check.wanted.empty()) << check.code;
    EXPECT_TRUE(!check.consequence.empty() || check.code == "H16") << check.code;
  }
}

TEST_F(HostTest, Grades) {
  EXPECT_EQ(graded({}), 'A');
  EXPECT_EQ(graded({"H03"}), 'C');
  EXPECT_EQ(graded({"H14"}), 'C');
  EXPECT_EQ(graded({"H03", "H13"}), 'D');
  EXPECT_EQ(graded({"H10"}), 'D');
  EXPECT_EQ(graded({"H09"}), 'D');
  fs::remove(root_ / cpu3 / "cpufreq/scaling_governor");
  EXPECT_EQ(graded({}), 'B');
  write("proc/cpuinfo", "flags\t\t: constant_tsc nonstop_tsc hypervisor\n");
  EXPECT_EQ(graded({}), 'C');
  EXPECT_EQ(graded({"H13"}), 'D');
  EXPECT_EQ(grade({}), 'D');
}

TEST_F(HostTest, UnprobedHostIsGradedAsNoisy) {
  Options options;
  options.root = root_.string();
  options.cpu = 3;
  options.probes = false;
  const Host host = examine(options);
  EXPECT_EQ(host.grade, 'D');
  EXPECT_EQ(host.checks.size(), 16u);
  EXPECT_TRUE(std::is_sorted(host.checks.begin(), host.checks.end(),
                             [](const Check& a, const Check& b) { return a.code < b.code; }));
  EXPECT_EQ(host.fact("cpu_model"), "Some CPU");
  EXPECT_EQ(host.fact("cpufreq_governor"), "performance");
  EXPECT_EQ(host.fact("no such fact"), "");
  for (const Fact& fact : host.facts) EXPECT_EQ(fact.value.find(root_.string()), std::string::npos) << fact.name;
}

TEST(HostText, ListsAndFields) {
  EXPECT_EQ(cpu_list("0-2,5"), (std::vector<int>{0, 1, 2, 5}));
  EXPECT_EQ(cpu_list(""), std::vector<int>{});
  EXPECT_EQ(cpu_list("x"), std::vector<int>{});
  EXPECT_EQ(field("a : 1\nflags\t: x y \n", "flags"), "x y");
  EXPECT_EQ(field("a : 1", "flags"), "");
  EXPECT_TRUE(has_word("x yz", "yz"));
  EXPECT_FALSE(has_word("x yz", "y"));
}

TEST(HostNoise, FloorIsTheFarEndOfTheInterval) {
  std::vector<double> a(20, 100.0), b(20, 100.0);
  EXPECT_EQ(noise_floor(a, b), 0);
  for (std::size_t i = 0; i < 6; ++i) b[i] = 95;  // the sixth smallest is the lower end of the interval
  EXPECT_NEAR(noise_floor(a, b), std::fabs(std::log(0.95)), 1e-12);
  EXPECT_EQ(noise_floor({a.data(), 5}, {b.data(), 5}), 1);
}

}  // namespace
}  // namespace lydite::lab::host
