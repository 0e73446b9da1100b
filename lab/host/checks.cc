#include "lab/host/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace lydite::lab::host {
namespace {

bool is_x86(std::string_view machine) { return machine == "x86_64"; }
bool is_arm(std::string_view machine) { return machine == "aarch64"; }

Check architecture(std::string_view machine) {
  return {"H01",
          "architecture",
          std::string(machine),
          "x86_64 or aarch64",
          "no kernels and no clock have been tried on this architecture",
          is_x86(machine) || is_arm(machine)};
}

Check paranoia(const Tree& tree) {
  const std::string found = tree.text("proc/sys/kernel/perf_event_paranoid");
  int level = 3;
  std::from_chars(found.data(), found.data() + found.size(), level);
  return {"H02",
          "performance events",
          found.empty() ? "not available" : "perf_event_paranoid " + found,
          "perf_event_paranoid 2 or less",
          "hardware counters cannot be read; core cycles stay empty",
          !found.empty() && level <= 2};
}

Check turbo(const Tree& tree) {
  const auto no_turbo = tree.read("sys/devices/system/cpu/intel_pstate/no_turbo");
  const auto boost = tree.read("sys/devices/system/cpu/cpufreq/boost");
  const bool on = no_turbo == "0" || boost == "1";
  const bool known = no_turbo || boost;
  return {
      "H04", "turbo", on ? "on" : known ? "off" : "no control", "off", "the core clock depends on load and temperature",
      !on};
}

Check governor(const Tree& tree, int cpu) {
  const auto found = tree.read_cpu(cpu, "cpufreq/scaling_governor");
  return {"H05",
          "frequency governor",
          found.value_or(std::string(no_frequency_control)),
          "performance",
          "the core clock follows the load",
          !found || *found == "performance"};
}

Check fixed_range(const Tree& tree, int cpu, std::string_view machine) {
  const auto low = tree.read_cpu(cpu, "cpufreq/scaling_min_freq");
  const auto high = tree.read_cpu(cpu, "cpufreq/scaling_max_freq");
  const bool applies = is_arm(machine) && low && high;
  return {"H06",
          "frequency range",
          low && high ? fmt::format("{} to {} kHz", *low, *high) : "no control",
          applies ? "minimum = maximum" : "not required here",
          "the core clock may move within the range",
          !applies || *low == *high};
}

Check siblings(const Tree& tree, int cpu) {
  const std::string list = tree.read_cpu(cpu, "topology/thread_siblings_list").value_or("");
  const auto online = cpu_list(tree.text("sys/devices/system/cpu/online"));
  const auto threads = cpu_list(list);
  const bool shared = std::any_of(threads.begin(), threads.end(), [&](int other) {
    return other != cpu && std::find(online.begin(), online.end(), other) != online.end();
  });
  return {"H07",
          "threads of the core",
          list.empty() ? "unknown" : "CPUs " + list,
          fmt::format("CPU {} alone", cpu),
          "another thread shares the execution units",
          !shared};
}

Check core_type(const Tree& tree, int cpu) {
  const auto fast = tree.read("sys/devices/cpu_core/cpus");
  const auto cpus = cpu_list(fast.value_or(""));
  return {"H08",
          "type of core",
          fast ? "performance cores " + *fast : "all alike",
          fmt::format("CPU {} among them", cpu),
          "the CPU is not a performance core",
          !fast || std::find(cpus.begin(), cpus.end(), cpu) != cpus.end()};
}

Check virtualization(const Tree& tree) {
  const bool guest = has_word(field(tree.text("proc/cpuinfo"), "flags"), "hypervisor");
  return {"H11",
          "virtualization",
          guest ? "guest of a hypervisor" : "none seen",
          "none",
          "the host system may take the CPU away unseen",
          !guest};
}

Check reference_clock(const Tree& tree, std::string_view machine) {
  const std::string flags = field(tree.text("proc/cpuinfo"), "flags");
  const std::string source = tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
  const bool steady = !is_x86(machine) || (has_word(flags, "constant_tsc") && has_word(flags, "nonstop_tsc"));
  const std::string wanted = is_x86(machine) ? "tsc" : "arch_sys_counter";
  return {"H12",
          "reference clock",
          (source.empty() ? "unknown" : source) + (steady ? "" : ", rate not constant"),
          wanted + ", constant rate",
          "ticks do not come at a known constant rate",
          steady && source == wanted};
}

std::string quota(const Tree& tree) {
  if (const auto v2 = tree.read("sys/fs/cgroup/cpu.max")) return *v2;
  return tree.read("sys/fs/cgroup/cpu/cpu.cfs_quota_us").value_or("unknown");
}

Check control_group(const Tree& tree) {
  const std::string found = quota(tree);
  const std::string cpus = field(tree.text("proc/self/status"), "Cpus_allowed_list");
  const bool free = found == "-1" || found.starts_with("max");
  return {"H15",
          "control group",
          fmt::format("quota {}, CPUs {}", free ? "none" : found, cpus),
          "no quota (informational)",
          "a quota stops the process from time to time",
          true};
}

Check recorded(const Tree& tree) {
  return {
      "H16",
      "settings",
      fmt::format("huge pages {}, address randomisation {}", tree.text("sys/kernel/mm/transparent_hugepage/enabled"),
                  tree.text("proc/sys/kernel/randomize_va_space")),
      "recorded only",
      "",
      true};
}

}  // namespace

std::vector<Check> file_checks(const Tree& tree, int cpu, std::string_view machine) {
  return {architecture(machine),           paranoia(tree),      turbo(tree),          governor(tree, cpu),
          fixed_range(tree, cpu, machine), siblings(tree, cpu), core_type(tree, cpu), virtualization(tree),
          reference_clock(tree, machine),  control_group(tree), recorded(tree)};
}

}  // namespace lydite::lab::host
