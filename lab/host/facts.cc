// What is recorded of the machine. Neither its name nor a path of it.
#include <sys/utsname.h>

#include <string>

#include "lab/host/checks.h"
#include "lab/measure/clock.h"

namespace lydite::lab::host {
namespace {

std::string cpu_model(const std::string& cpuinfo) {
  for (const char* key : {"model name", "Model", "CPU part"}) {
    if (std::string value = field(cpuinfo, key); !value.empty()) return value;
  }
  return "unknown";
}

// "mds: Not affected; meltdown: Mitigation: PTI", as the kernel words it.
std::string mitigations(const Tree& tree) {
  const std::string folder = "sys/devices/system/cpu/vulnerabilities";
  std::string result;
  for (const std::string& name : tree.names(folder)) {
    const std::string state = tree.text(folder + "/" + name);
    if (state == "Not affected") continue;
    result += (result.empty() ? "" : "; ") + name + ": " + state;
  }
  return result.empty() ? "none needed" : result;
}

std::string os_name(const Tree& tree) {
  std::string text = tree.text("etc/os-release");
  constexpr std::string_view key = "PRETTY_NAME=\"";
  const std::size_t begin = text.find(key);
  if (begin == std::string::npos) return "unknown";
  text.erase(0, begin + key.size());
  return text.substr(0, text.find('"'));
}

// The part before "kB".
std::string memory_kib(const Tree& tree) {
  const std::string total = field(tree.text("proc/meminfo"), "MemTotal");
  return total.substr(0, total.find(' '));
}

std::string swap(const Tree& tree) {
  const std::string table = tree.text("proc/swaps");
  return table.find('\n') == std::string::npos ? "none" : "in use";
}

std::string first_words(const std::string& text, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != std::string::npos; ++i) end = text.find(' ', end == 0 ? 0 : end + 1);
  return text.substr(0, end);
}

#if defined(__clang__)
constexpr char compiler[] = "clang " __clang_version__;
#else
constexpr char compiler[] = "gcc " __VERSION__;
#endif

}  // namespace

std::vector<Fact> file_facts(const Tree& tree, int cpu) {
  utsname system{};
  uname(&system);
  const std::string cpuinfo = tree.text("proc/cpuinfo");
  std::vector<Fact> facts = {
      {"architecture", system.machine},
      {"cpu_model", cpu_model(cpuinfo)},
      {"cpu_family_model_stepping",
       field(cpuinfo, "cpu family") + "/" + field(cpuinfo, "model") + "/" + field(cpuinfo, "stepping")},
      {"microcode", field(cpuinfo, "microcode")},
      {"cpu_number", std::to_string(cpu)},
      {"cpus_online", tree.text("sys/devices/system/cpu/online")},
      {"virtualized", has_word(field(cpuinfo, "flags"), "hypervisor") ? "yes" : "no"},
      {"memory_total_kib", memory_kib(tree)},
      {"os", os_name(tree)},
      {"kernel", system.release},
      {"compiler", compiler},
      {"clock_source", tree.text("sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"tick_source", tick_source()},
      {"perf_event_paranoid", tree.text("proc/sys/kernel/perf_event_paranoid")},
      {"cpufreq_driver", tree.read_cpu(cpu, "cpufreq/scaling_driver").value_or("")},
      {"cpufreq_governor", tree.read_cpu(cpu, "cpufreq/scaling_governor").value_or("")},
      {"cpufreq_min_khz", tree.read_cpu(cpu, "cpufreq/scaling_min_freq").value_or("")},
      {"cpufreq_max_khz", tree.read_cpu(cpu, "cpufreq/scaling_max_freq").value_or("")},
      {"intel_pstate_no_turbo", tree.text("sys/devices/system/cpu/intel_pstate/no_turbo")},
      {"cpufreq_boost", tree.text("sys/devices/system/cpu/cpufreq/boost")},
      {"smt_control", tree.text("sys/devices/system/cpu/smt/control")},
      {"load_average", first_words(tree.text("proc/loadavg"), 3)},
      {"huge_pages", tree.text("sys/kernel/mm/transparent_hugepage/enabled")},
      {"swap", swap(tree)},
      {"address_randomisation", tree.text("proc/sys/kernel/randomize_va_space")},
      {"mitigations", mitigations(tree)},
  };
  return facts;
}

}  // namespace lydite::lab::host
