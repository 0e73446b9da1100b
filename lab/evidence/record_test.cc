#include "lab/evidence/record.h"

#include <gtest/gtest.h>

#include <random>

#include "lab/evidence/synthetic_for_test.h"

namespace lydite::lab::evidence {
namespace {

Json sample() { return to_json(synthetic::record(synthetic::rows()[0])); }

// Whether the only complaint about the record is about this field.
testing::AssertionResult is_blamed(const Json& document, const std::string& field) {
  const ParsedRecord parsed = parse_record(canonical(document));
  if (parsed.record) return testing::AssertionFailure() << "accepted";
  if (parsed.faults.size() != 1 || parsed.faults[0].field != field) {
    return testing::AssertionFailure() << "blames " << parsed.faults[0].field << ": " << parsed.faults[0].message;
  }
  return testing::AssertionSuccess();
}

TEST(Record, IsReadBackUnchanged) {
  for (const Row& row : synthetic::rows()) {
    const std::string text = canonical(to_json(synthetic::record(row)));
    const ParsedRecord parsed = parse_record(text);
    ASSERT_TRUE(parsed.record) << parsed.faults[0].field << parsed.faults[0].message;
    EXPECT_TRUE(parsed.faults.empty());
    EXPECT_EQ(canonical(to_json(*parsed.record)), text);
  }
}

TEST(Record, KeepsWhatIsRare) {
  Record record = synthetic::record(synthetic::rows()[0]);
  record.measurement.trials[1].core_cycles = 12345;
  record.measurement.trials[1].disturbance.steal_ticks = -1;
  record.measurement.attempts.push_back(synthetic::trial(900, 3, 1));
  record.measurement.attempts.back().status = "disturbed";
  record.measurement.attempts.push_back({});
  record.measurement.attempts.back().status = "exit 139";
  record.measurement.allocations.reset();
  const std::string text = canonical(to_json(record));
  const ParsedRecord parsed = parse_record(text);
  ASSERT_TRUE(parsed.record) << parsed.faults[0].field << parsed.faults[0].message;
  const Measurement& m = parsed.record->measurement;
  EXPECT_EQ(m.trials[1].core_cycles, 12345U);
  EXPECT_FALSE(m.trials[0].core_cycles.has_value());
  EXPECT_EQ(m.trials[1].disturbance.steal_ticks, -1);
  EXPECT_EQ(m.attempts[0].samples.values, record.measurement.attempts[0].samples.values);
  EXPECT_EQ(m.attempts[0].samples.first, record.measurement.attempts[0].samples.first);
  EXPECT_EQ(m.attempts[1].status, "exit 139");
  EXPECT_FALSE(m.allocations.has_value());
  EXPECT_EQ(canonical(to_json(*parsed.record)), text);
}

TEST(Record, NamesAnUnknownFieldWhereverItIs) {
  for (const char* place : {"", "/plan", "/host/problems/1", "/trials", "/trials/samples/3", "/stats", "/build"}) {
    Json document = sample();
    document[Json::json_pointer(place)]["extra"] = 1;
    EXPECT_TRUE(is_blamed(document, std::string(place) + "/extra"));
  }
}

TEST(Record, NamesEveryFieldThatIsMissing) {
  const Json complete = sample().flatten();
  std::set<std::string> parents;
  for (const auto& [pointer, value] : complete.items()) parents.insert(pointer.substr(0, pointer.rfind('/')));
  std::size_t removed = 0;
  for (const std::string& parent : parents) {
    const Json members = sample()[Json::json_pointer(parent)];
    if (!members.is_object() || parent == "/host/facts") continue;
    for (const auto& [key, value] : members.items()) {
      Json document = sample();
      document[Json::json_pointer(parent)].erase(key);
      EXPECT_TRUE(is_blamed(document, parent + "/" + key));
      ++removed;
    }
  }
  EXPECT_GT(removed, 100U);
}

TEST(Record, NamesAWrongType) {
  for (const char* field : {"/group", "/subject/units", "/plan", "/trials/batch", "/trials/samples", "/stats/ticks",
                            "/host/unfixed_allowed", "/build/binary_sha256", "/gate/files/0/sha256", "/host/facts"}) {
    Json document = sample();
    document[Json::json_pointer(field)] = Json::array({true});
    EXPECT_TRUE(is_blamed(document, field));
  }
}

TEST(Record, NamesAValueOutOfRange) {
  const std::vector<std::pair<std::string, Json>> cases = {{"/plan/trials", -1},
                                                           {"/subject/units", 0},
                                                           {"/plan/batch", 1.5},
                                                           {"/clock/ref_hz", 0},
                                                           {"/trials/batch/3", 0},
                                                           {"/trials/wall_ns/0", 1e17},
                                                           {"/stats/ticks", -0.5},
                                                           {"/trials/samples/0/counts/0", 0},
                                                           {"/trials/samples/2/steps/1", 0},
                                                           {"/version", 2}};
  for (const auto& [field, value] : cases) {
    Json document = sample();
    document[Json::json_pointer(field)] = value;
    const ParsedRecord parsed = parse_record(canonical(document));
    EXPECT_FALSE(parsed.record) << field;
    ASSERT_FALSE(parsed.faults.empty()) << field;
    EXPECT_TRUE(field.starts_with(parsed.faults[0].field)) << field << " blamed on " << parsed.faults[0].field;
  }
}

TEST(Record, NamesSamplesThatContradictThemselves) {
  Json document = sample();
  document["trials"]["samples"][2]["counts"].push_back(1);
  EXPECT_TRUE(is_blamed(document, "/trials/samples/2/counts"));
  document = sample();
  document["trials"]["samples"][1]["first"][0] = 100000;
  EXPECT_TRUE(is_blamed(document, "/trials/samples/1/first/0"));
  document = sample();
  document["trials"]["samples"][1]["least"] = 9007199254740991;
  EXPECT_TRUE(is_blamed(document, "/trials/samples/1/steps"));
  document = sample();
  document["trials"]["wall_ns"].erase(0);
  EXPECT_TRUE(is_blamed(document, "/trials/wall_ns"));
  document = sample();
  document["trials"]["core_cycles"] = std::vector<Json>(synthetic::trial_count, nullptr);
  EXPECT_TRUE(is_blamed(document, "/trials/core_cycles"));
}

// What a fuzzer would find: extreme values that are of the right form must give statistics of the right form.
TEST(Record, WithExtremeValuesIsWrittenAndReadAgain) {
  Record record = synthetic::record(synthetic::rows()[2]);
  Measurement& m = record.measurement;
  m.ref_hz = 1e12;
  m.input_bytes = m.units = 9007199254740991;
  m.trials[0].samples = {{0, 1, 9007199254740991}, {1, 1, 1}, {9007199254740991, 0}};
  m.trials[1].batch = 9007199254740991;
  m.trials[2].samples = {{41}, {68719476736}, {}};
  m.trials[2].batch = 1048576;
  for (Trial& trial : m.trials) trial.calls = 68719476736;
  m.trials[3].clock_before = m.trials[3].clock_after = {9007199254740991, 0};
  const ParsedRecord parsed = parse_record(canonical(to_json(record)));
  for (const Fault& fault : parsed.faults) ADD_FAILURE() << fault.field << ": " << fault.message;
  for (Trial& trial : m.trials) trial.samples = {{40, 41}, {40, 1}, {40}};
  m.input_bytes = 1;
  EXPECT_TRUE(parse_record(canonical(to_json(record))).faults.empty());
}

TEST(Record, AnotherSchemaIsRefused) {
  Json document = sample();
  document["schema"] = "lydite-campaign";
  EXPECT_TRUE(is_blamed(document, "/schema"));
}

TEST(Record, SurvivesAnyBytes) {
  const std::string text = canonical(sample());
  const unsigned seed = std::random_device{}();
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 300; ++i) {
    std::string changed = text;
    for (int flips = 0; flips < 3; ++flips) changed[random() % changed.size()] = static_cast<char>(random());
    if (i % 3 == 0) changed.resize(random() % changed.size());
    const ParsedRecord parsed = parse_record(changed);
    EXPECT_TRUE(changed == text || parsed.record || !parsed.faults.empty()) << "seed " << seed;
  }
}

TEST(RecordPath, IsAFileNameEverywhere) {
  EXPECT_EQ(record_path("ml-kem-768", "decaps", "AVX2"), "records/ml-kem-768/decaps__AVX2.json");
  EXPECT_EQ(record_path("sha3-256:libgcrypt", "hash_32", ""), "records/sha3-256_libgcrypt/hash_32.json");
  EXPECT_EQ(record_path("../x", "a/b", ""), "records/.._x/a_b.json");
}

}  // namespace
}  // namespace lydite::lab::evidence
