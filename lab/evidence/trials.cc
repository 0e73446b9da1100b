#include "lab/evidence/trials.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <type_traits>

namespace lydite::lab::evidence {
namespace {

// Far beyond every plan, and small enough that sums over trials stay exact.
constexpr double most_calls = 68719476736.0;  // 2^36

struct Column {
  std::string name, meaning;
  Type type;
  bool is_nullable;  // null if no trial has the quantity
  double low, high;
  Json (*read)(const Trial& trial);
  void (*write)(Trial& trial, const Json& element);
};

template <class T>
constexpr Type column_type() {
  if constexpr (std::is_same_v<T, std::string>) return Type::kTexts;
  if constexpr (std::is_same_v<T, double>) return Type::kNumbers;
  if constexpr (std::is_same_v<T, std::optional<std::uint64_t>>) return Type::kOptionalIntegers;
  return Type::kIntegers;
}

template <class T>
Json element_of(const T& value) {
  return value;
}
Json element_of(const std::optional<std::uint64_t>& value) { return value ? Json(*value) : Json(nullptr); }

template <class T>
void assign(T& value, const Json& element) {
  element.get_to(value);
}
void assign(std::optional<std::uint64_t>& value, const Json& element) {
  if (!element.is_null()) value = element.get<std::uint64_t>();
}

template <auto Access>
Column column(std::string name, std::string meaning, double low = 0, double high = largest_integer) {
  using Value = std::remove_reference_t<decltype(Access(std::declval<Trial&>()))>;
  constexpr Type type = column_type<Value>();
  return {std::move(name),
          std::move(meaning),
          type,
          type == Type::kOptionalIntegers,
          low,
          high,
          [](const Trial& trial) { return element_of(Access(trial)); },
          [](Trial& trial, const Json& element) { assign(Access(trial), element); }};
}

const std::vector<Column>& columns() {
  static const std::vector<Column> all = {
      column<[](auto& t) -> auto& { return t.status; }>("status", "`ok`, or what went wrong"),
      column<[](auto& t) -> auto& { return t.batch; }>("batch", "calls in one sample", 1),
      column<[](auto& t) -> auto& { return t.calls; }>("calls", "calls in all samples", 0, most_calls),
      column<[](auto& t) -> auto& { return t.wall_ns; }>("wall_ns", "time around the whole loop"),
      column<[](auto& t) -> auto& { return t.task_ns; }>("task_ns", "CPU time of the loop"),
      column<[](auto& t) -> auto& { return t.ref_ticks; }>("ref_ticks", "reference ticks around the whole loop"),
      column<[](auto& t) -> auto& { return t.core_cycles; }>("core_cycles", "hardware counter, if there is one"),
      column<[](auto& t) -> auto& { return t.instructions; }>("instructions", "hardware counter, if there is one"),
      column<[](auto& t) -> auto& { return t.first_call_ticks; }>("first_call_ticks", "the cold call, not a sample"),
      column<[](auto& t) -> auto& { return t.warmup_calls; }>("warmup_calls", "untimed calls before the samples"),
      column<[](auto& t) -> auto& { return t.overhead_ticks; }>("overhead_ticks", "timer's cost in each sample"),
      column<[](auto& t) -> auto& { return t.tick_quantum; }>("tick_quantum", "smallest step of the counter"),
      column<[](auto& t) -> auto& { return t.clock_before.core_per_ref; }>(
          "core_per_ref_before", "core cycles per reference tick before the loop; 0 if unknown"),
      column<[](auto& t) -> auto& { return t.clock_before.ratio_iqr; }>("ratio_iqr_before", "its interquartile range"),
      column<[](auto& t) -> auto& { return t.clock_after.core_per_ref; }>("core_per_ref_after", "the same, after it"),
      column<[](auto& t) -> auto& { return t.clock_after.ratio_iqr; }>("ratio_iqr_after", "its interquartile range"),
      column<[](auto& t) -> auto& { return t.disturbance.involuntary_switches; }>("involuntary_switches",
                                                                                  "context switches forced on us"),
      column<[](auto& t) -> auto& { return t.disturbance.voluntary_switches; }>("voluntary_switches",
                                                                                "context switches by waiting"),
      column<[](auto& t) -> auto& { return t.disturbance.migrations; }>("migrations", "moves to another CPU"),
      column<[](auto& t) -> auto& { return t.disturbance.minor_faults; }>("minor_faults", "page faults, from memory"),
      column<[](auto& t) -> auto& { return t.disturbance.major_faults; }>("major_faults", "page faults, from disk"),
      column<[](auto& t) -> auto& { return t.disturbance.task_share; }>("task_share", "CPU time over wall time"),
      column<[](auto& t) -> auto& { return t.disturbance.steal_ticks; }>(
          "steal_ticks", "kernel ticks in which the hypervisor ran others; it may correct itself", -largest_integer),
      column<[](auto& t) -> auto& { return t.disturbance.pressure_some_us; }>("pressure_some_us",
                                                                              "time some task waited for a CPU"),
  };
  return all;
}

Json to_json(const Samples& samples) {
  Json steps = Json::array(), first = Json::array();
  for (std::size_t i = 1; i < samples.values.size(); ++i) steps.push_back(samples.values[i] - samples.values[i - 1]);
  const std::uint64_t least = samples.values.empty() ? 0 : samples.values.front();
  for (const std::uint64_t ticks : samples.first) first.push_back(ticks - least);
  return {{"counts", samples.counts}, {"first", first}, {"least", least}, {"steps", steps}};
}

std::vector<std::uint64_t> running_sum(std::uint64_t value, const Json& steps) {
  std::vector<std::uint64_t> values{value};
  for (const Json& step : steps) values.push_back(value += step.get<std::uint64_t>());
  return values;
}

// In floating point, where nothing wraps around.
bool is_bounded(const Json& object) {
  const auto sum = [](double total, const Json& step) { return total + step.get<double>(); };
  const Json &steps = object["steps"], &counts = object["counts"];
  return std::accumulate(steps.begin(), steps.end(), object["least"].get<double>(), sum) < largest_integer &&
         std::accumulate(counts.begin(), counts.end(), 0.0, sum) <= most_calls;
}

// Each of the first samples must be among all samples, as often as it occurs.
std::optional<std::size_t> stray_sample(const Samples& samples) {
  std::map<std::uint64_t, std::uint64_t> left;
  for (std::size_t i = 0; i < samples.values.size(); ++i) left[samples.values[i]] = samples.counts[i];
  for (std::size_t i = 0; i < samples.first.size(); ++i) {
    const auto found = left.find(samples.first[i]);
    if (found == left.end() || found->second-- == 0) return i;
  }
  return std::nullopt;
}

Samples samples_from(const Json& object, const std::string& path, std::vector<Fault>& faults) {
  Samples samples;
  const Json &counts = object["counts"], &steps = object["steps"], &first = object["first"];
  const bool is_empty = counts.empty() && steps.empty() && first.empty();
  if (is_empty) return samples;
  if (counts.size() != steps.size() + 1) {
    faults.push_back({path + "/counts", "must have one element more than steps"});
  } else if (!is_bounded(object)) {
    faults.push_back({path + "/steps", "or counts sum to too much"});
  } else {
    samples.values = running_sum(object["least"].get<std::uint64_t>(), steps);
    counts.get_to(samples.counts);
    for (const Json& offset : first) samples.first.push_back(samples.values.front() + offset.get<std::uint64_t>());
    if (const auto i = stray_sample(samples)) {
      faults.push_back({path + "/first/" + std::to_string(*i), "is not among the samples"});
    }
  }
  return samples;
}

bool is_absent(const Json& column) {
  return std::all_of(column.begin(), column.end(), [](const Json& element) { return element.is_null(); });
}

void read_column(const Column& column, const Json& elements, const std::string& path, std::vector<Trial>& trials,
                 std::vector<Fault>& faults) {
  if (elements.is_null()) return;
  if (elements.size() != trials.size()) {
    faults.push_back({path, "must have one element for each trial"});
    return;
  }
  if (column.is_nullable && is_absent(elements)) faults.push_back({path, "must be null if no trial has a value"});
  for (std::size_t i = 0; i < trials.size(); ++i) column.write(trials[i], elements[i]);
}

}  // namespace

std::vector<Field> trial_fields(const std::string& path) {
  std::vector<Field> fields;
  for (const Column& column : columns()) {
    fields.push_back(
        {path + "/" + column.name, column.type, column.meaning, column.is_nullable, column.low, column.high});
  }
  fields.push_back({path + "/samples", Type::kObjects, "the samples of each trial: raw ticks, nothing subtracted"});
  const std::string samples = path + "/samples/*";
  fields.push_back({samples + "/least", Type::kInteger, "the smallest sample; 0 if there is none"});
  fields.push_back({samples + "/steps", Type::kIntegers, "from each distinct value to the next larger one", false, 1});
  fields.push_back({samples + "/counts", Type::kIntegers, "how often each distinct value occurred", false, 1});
  fields.push_back({samples + "/first", Type::kIntegers, "the first samples in their order, above `least`"});
  return fields;
}

Json to_json(const std::vector<Trial>& trials) {
  Json table = Json::object();
  for (const Column& column : columns()) {
    Json elements = Json::array();
    for (const Trial& trial : trials) elements.push_back(column.read(trial));
    table[column.name] = column.is_nullable && is_absent(elements) ? Json(nullptr) : elements;
  }
  Json samples = Json::array();
  for (const Trial& trial : trials) samples.push_back(to_json(trial.samples));
  table["samples"] = samples;
  return table;
}

std::vector<Trial> trials_from(const Json& table, const std::string& path, std::vector<Fault>& faults) {
  std::vector<Trial> trials(table["status"].size());
  for (const Column& column : columns()) {
    read_column(column, table[column.name], path + "/" + column.name, trials, faults);
  }
  if (table["samples"].size() != trials.size()) {
    faults.push_back({path + "/samples", "must have one element for each trial"});
    return trials;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].samples = samples_from(table["samples"][i], path + "/samples/" + std::to_string(i), faults);
  }
  return trials;
}

}  // namespace lydite::lab::evidence
