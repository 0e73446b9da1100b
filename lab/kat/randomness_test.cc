#include "lab/kat/randomness.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

#include "lab/kat/gate.h"

namespace lydite::lab::kat {
namespace {

using Key = std::vector<std::uint8_t>;

Randomised stub(std::function<std::optional<Key>(const Entropy&)> keygen) { return {"keygen", std::move(keygen)}; }

std::optional<Key> drawn_key(const Entropy& source) {
  Key key(48);
  if (!source.fill(key)) return std::nullopt;
  return key;
}

TEST(RandomnessTest, AKeyMadeOfDrawnBytesHasNoDefect) {
  const Draw draw = examine(stub(drawn_key));
  EXPECT_EQ(draw.function, "keygen");
  EXPECT_EQ(draw.bytes, 48U);
  EXPECT_EQ(draw.defect, "");
}

TEST(RandomnessTest, AConstantKeyIsNamed) {
  const Draw draw = examine(stub([](const Entropy&) { return Key(32, 7); }));
  EXPECT_EQ(draw.bytes, 0U);
  EXPECT_NE(draw.defect.find("fixed"), std::string::npos) << draw.defect;
}

// The clock may move on between two runs; that a key does not come from the source is seen in any case.
TEST(RandomnessTest, AKeyMadeOfTheTimeIsNamed) {
  const Draw draw = examine(stub([](const Entropy&) {
    const std::time_t now = std::time(nullptr);
    return Key(reinterpret_cast<const std::uint8_t*>(&now), reinterpret_cast<const std::uint8_t*>(&now + 1));
  }));
  EXPECT_EQ(draw.bytes, 0U);
  EXPECT_NE(draw.defect.find("draws no random bytes"), std::string::npos) << draw.defect;
}

TEST(RandomnessTest, AKeyOfAnotherGeneratorIsNamed) {
  const Draw draw = examine(stub([](const Entropy&) {
    Key key(32);
    for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(std::rand());
    return key;
  }));
  EXPECT_EQ(draw.bytes, 0U);
  EXPECT_NE(draw.defect.find("another generator"), std::string::npos) << draw.defect;
}

TEST(RandomnessTest, DrawingIsNotEnough) {
  const Draw ignoring = examine(stub([](const Entropy& source) {
    auto key = drawn_key(source);
    if (key) key->assign(48, 0);
    return key;
  }));
  EXPECT_NE(ignoring.defect.find("ignores"), std::string::npos) << ignoring.defect;
  int calls = 0;
  const Draw mixing = examine(stub([&calls](const Entropy& source) {
    auto key = drawn_key(source);
    if (key) key->front() ^= static_cast<std::uint8_t>(++calls);
    return key;
  }));
  EXPECT_NE(mixing.defect.find("something else"), std::string::npos) << mixing.defect;
}

TEST(RandomnessTest, FailuresOfTheSourceMustBeSeen) {
  const Draw careless = examine(stub([](const Entropy& source) {
    Key key(32);
    (void)source.fill(key);
    return key;
  }));
  EXPECT_NE(careless.defect.find("source fails"), std::string::npos) << careless.defect;
  const Draw broken = examine(stub([](const Entropy&) { return std::nullopt; }));
  EXPECT_NE(broken.defect, "");
}

TEST(RandomnessTest, ADefectFailsTheGateOfARowWithRightAnswers) {
  Algorithm row = *select("ml-kem-512").front();
  row.randomised = {stub(drawn_key)};
  const GateResult sound = gate_verdict(row);
  EXPECT_EQ(sound.outcome, "PASS") << testing::PrintToString(sound.failures);
  ASSERT_EQ(sound.draws.size(), 1U);
  EXPECT_EQ(sound.draws.front().bytes, 48U);
  row.randomised = {stub([](const Entropy&) { return Key(32, 7); })};
  EXPECT_EQ(gate_verdict(row).outcome, "MISMATCH");
}

TEST(RandomnessTest, EveryKemAndSignatureOfTheLibraryIsExamined) {
  for (const Algorithm& row : catalog()) {
    const bool draws = row.kind == Kind::kKem || row.kind == Kind::kSignature;
    if (!draws || row.implementation != "lydite") continue;
    EXPECT_FALSE(row.randomised.empty()) << row.id;
    for (const Randomised& function : row.randomised) {
      const Draw draw = examine(function);
      EXPECT_EQ(draw.defect, "") << row.id << " " << draw.function;
      EXPECT_GE(draw.bytes, 32U) << row.id << " " << draw.function;
    }
  }
}

}  // namespace
}  // namespace lydite::lab::kat
