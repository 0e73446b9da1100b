// Vector files that are right are read whole; those that are not give one clear error and nothing else.
#include "lab/kat/reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>
#include <random>

namespace lydite::lab::kat {
namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<Record> records(std::string_view source, std::string_view text) {
  return parse(source, bytes_of(text)).records;
}

// The complaint about a file; empty if there is none.
std::string error(std::string_view source, std::string_view text) {
  try {
    (void)parse(source, bytes_of(text));
    return "";
  } catch (const ParseError& complaint) {
    return complaint.what();
  }
}

std::string gzip(std::string_view text, int level = 9) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

const std::string good = "# a set\n# records: 2\n\nlen = 1\nmsg = 0a\nnote = two words\n\nlen = 0\nmsg =\n";

TEST(TvReader, ReadsNamesValuesAndPlaces) {
  const auto read = records("sha3/sha3-256.tv", good);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].source, "sha3/sha3-256.tv");
  EXPECT_EQ(read[0].line, 4U);
  EXPECT_EQ(read[1].line, 8U);
  EXPECT_EQ(read[1].index, 1U);
  EXPECT_EQ(read[0].integer("len"), 1U);
  EXPECT_EQ(read[0].bytes("msg"), std::vector<std::uint8_t>{0x0A});
  EXPECT_EQ(read[0].text("note"), "two words");
}

TEST(TvReader, AbsentIsNotEmpty) {
  const auto read = records("x.tv", good);
  EXPECT_TRUE(read[1].has("msg"));
  EXPECT_EQ(read[1].bytes("msg"), std::vector<std::uint8_t>{});
  EXPECT_FALSE(read[1].has("note"));
  EXPECT_EQ(read[1].text("note"), std::nullopt);
  EXPECT_EQ(read[0].bytes("note"), std::nullopt);
  EXPECT_EQ(read[0].integer("note"), std::nullopt);
}

struct Bad {
  const char *text, *complaint;
};
class BadTv : public testing::TestWithParam<Bad> {};
TEST_P(BadTv, IsRefusedWithFileAndLine) { EXPECT_EQ(error("bad.tv", GetParam().text), GetParam().complaint); }
INSTANTIATE_TEST_SUITE_P(
    All, BadTv,
    testing::Values(Bad{"", "bad.tv: no records"}, Bad{"# only a header\n", "bad.tv:1: no records"},
                    Bad{"\n\n\n", "bad.tv:3: no records"}, Bad{"a = 1\nb\n", "bad.tv:2: expected `name = value`"},
                    Bad{"a=1\n", "bad.tv:1: expected `name = value`"}, Bad{" = 1\n", "bad.tv:1: malformed field name"},
                    Bad{"a b = 1\n", "bad.tv:1: malformed field name"},
                    Bad{"a =1\n", "bad.tv:1: expected `name = value`, or `name =` for an empty value"},
                    Bad{"a = \n", "bad.tv:1: expected `name = value`, or `name =` for an empty value"},
                    Bad{"msg = abc\n", "bad.tv:1: field msg: not lower-case hexadecimal with two digits a byte"},
                    Bad{"ek = ABCD\n", "bad.tv:1: field ek: not lower-case hexadecimal with two digits a byte"},
                    Bad{"md.7 = 0x\n", "bad.tv:1: field md.7: not lower-case hexadecimal with two digits a byte"},
                    Bad{"a = 1\na = 1\n", "bad.tv:2: field a stands twice"},
                    Bad{"a = 1\r\n", "bad.tv:1: control character"},
                    Bad{"a = 1\n\nb = 1", "bad.tv:3: the last line does not end: truncated file?"},
                    Bad{"a = 1\n# late\n", "bad.tv:2: header line after the first record"},
                    Bad{"# records: 2\n\na = 1\n", "bad.tv:3: 1 records, but the header announces 2"},
                    Bad{"# records: 1\n\na = 1\n\na = 2\n", "bad.tv:5: 2 records, but the header announces 1"},
                    Bad{"# records: many\n\na = 1\n", "bad.tv:1: malformed number of records"}));

TEST(GzipReader, GivesWhatTheTextGives) {
  EXPECT_EQ(records("x.tv.gz", gzip(good)).size(), 2U);
  EXPECT_EQ(error("bad.tv.gz", gzip("a\n")), "bad.tv.gz:1: expected `name = value`");
}

TEST(GzipReader, RefusesEveryTruncation) {
  const std::string packed = gzip(good);
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_EQ(error("x.tv.gz", packed.substr(0, size)), "x.tv.gz: truncated gzip stream") << size;
  }
}

TEST(GzipReader, RefusesDamageAndRests) {
  std::string damaged = gzip(good);
  damaged[damaged.size() - 6] ^= 1;  // in the checksum
  EXPECT_EQ(error("x.tv.gz", damaged), "x.tv.gz: not a gzip stream, or a damaged one");
  EXPECT_EQ(error("x.tv.gz", good), "x.tv.gz: not a gzip stream, or a damaged one");
  EXPECT_EQ(error("x.tv.gz", gzip(good) + "more"), "x.tv.gz: data after the end of the gzip stream");
}

TEST(GzipReader, StopsAtTheLimit) {
  const std::string bomb = gzip(std::string(max_text_size + 1, '#'), 1);
  EXPECT_LT(bomb.size(), std::size_t{1} << 22);
  EXPECT_EQ(error("bomb.tv.gz", bomb), "bomb.tv.gz: too large after decompression");
}

// --- JSON ----------------------------------------------------------------------------------------------------------

const std::string acvp = R"({"vsId": 1, "algorithm": "ML-KEM", "mode": "encapDecap", "testGroups": [
  {"tgId": 1, "testType": "AFT", "parameterSet": "ML-KEM-768", "function": "encapsulation",
   "tests": [{"tcId": 7, "ek": "AB", "m": "CD", "c": "01", "k": "02"}]},
  {"tgId": 2, "testType": "VAL", "parameterSet": "ML-KEM-512", "function": "decapsulation", "keyFormat": "seed",
   "tests": [{"tcId": 8, "d": "0A", "z": "0B", "c": "01", "k": "02", "reason": "valid decapsulation"}]},
  {"tgId": 3, "testType": "VAL", "parameterSet": "ML-KEM-512", "function": "decapsulationKeyCheck",
   "tests": [{"tcId": 9, "dk": "AA", "testPassed": false, "reason": "modified H"}]}]})";

TEST(AcvpReader, GivesTheFieldsOfTheTextFormat) {
  const auto read = records("mlkem/internalProjection.json", acvp);
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].text("set"), "ML-KEM-768");
  EXPECT_EQ(read[0].text("ek"), "ab");
  EXPECT_EQ(read[0].text("m"), "cd");
  EXPECT_EQ(read[1].text("seed"), "0a0b");
  EXPECT_FALSE(read[1].has("dk"));
  EXPECT_EQ(read[2].text("function"), "decapsulationKeyCheck");
  EXPECT_EQ(read[2].text("key"), "aa");
  EXPECT_EQ(read[2].text("passed"), "false");
}

TEST(AcvpReader, JoinsQuestionsAndAnswers) {
  const std::string questions = R"({"vsId": 1, "algorithm": "SHA3-256", "testGroups": [{"tgId": 1, "testType": "AFT",
    "tests": [{"tcId": 1, "msg": "ABCD", "len": 8}, {"tcId": 2, "msg": "80", "len": 1}]}]})";
  const std::string answers = R"({"vsId": 1, "algorithm": "SHA3-256", "testGroups": [{"tgId": 1,
    "tests": [{"tcId": 2, "md": "02"}, {"tcId": 1, "md": "01"}]}]})";
  const auto read = parse_json("prompt.json", questions, answers).records;
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].text("set"), "SHA3-256");
  EXPECT_EQ(read[0].integer("len"), 1U);
  EXPECT_EQ(read[0].text("msg"), "ab");  // the first 8 bits
  EXPECT_EQ(read[0].text("md"), "01");
  EXPECT_EQ(read[1].integer("bits"), 1U);
  EXPECT_FALSE(read[1].has("len"));
  EXPECT_EQ(error("prompt.json", questions), "prompt.json: test 1: no field md");
  EXPECT_NE(parse("expectedResults.json", bytes_of(answers)).note, "");
}

TEST(AcvpReader, NamesWhatItDoesNotConvert) {
  const std::string other = R"({"vsId": 1, "algorithm": "cSHAKE-128", "testGroups": []})";
  EXPECT_EQ(parse("x.json", bytes_of(other)).note, "ACVP document of another algorithm: cSHAKE-128");
  EXPECT_EQ(parse("x.json", bytes_of(R"({"a": [1, 2]})")).note, "JSON of another kind than ACVP or Wycheproof");
  EXPECT_EQ(parse("README.md", bytes_of("text")).note, "not a vector file");
}

std::string wycheproof(std::string_view count, std::string_view type, std::string_view test) {
  return R"({"algorithm": "ML-KEM", "numberOfTests": )" + std::string(count) + R"(, "testGroups": [{"type": ")" +
         std::string(type) + R"(", "parameterSet": "ML-KEM-512", "tests": [)" + std::string(test) + "]}]}";
}

TEST(WycheproofReader, GivesTheFieldsOfTheTextFormat) {
  const auto read = records("x.json", wycheproof("1", "MLKEMTest",
                                                 R"({"tcId": 3, "flags": ["A", "B"], "comment": "why", "seed": "01",
                                                     "ek": "02", "c": "", "K": "04", "result": "invalid"})"));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].text("id"), "3");
  EXPECT_EQ(read[0].text("flags"), "A,B");
  EXPECT_EQ(read[0].text("k"), "04");
  EXPECT_EQ(read[0].text("c"), "");
  EXPECT_EQ(read[0].text("result"), "invalid");
  EXPECT_FALSE(read[0].has("dk"));
}

class BadJson : public testing::TestWithParam<std::pair<std::string, const char*>> {};
TEST_P(BadJson, IsRefusedWithAReason) { EXPECT_EQ(error("bad.json", GetParam().first), GetParam().second); }
INSTANTIATE_TEST_SUITE_P(
    All, BadJson,
    testing::Values(
        std::pair{std::string(), "bad.json:1: malformed JSON"},
        std::pair{std::string("{\n\n\"a\": x}"), "bad.json:3: malformed JSON"},
        std::pair{std::string("[7e99999]"), "bad.json: a number is too large"},
        std::pair{acvp.substr(0, acvp.size() / 2), "bad.json:4: malformed JSON"},
        std::pair{std::string(R"({"a": 1, "a": 2})"), "bad.json: the name a stands twice in an object"},
        std::pair{std::string(100, '['), "bad.json: JSON nested too deeply"},
        std::pair{wycheproof("2", "MLKEMTest", R"({"tcId": 1})"), "bad.json: 1 tests, but the document announces 2"},
        std::pair{wycheproof("0", "MLKEMTest", ""), "bad.json: no tests"},
        std::pair{wycheproof("1", "MLKEMTest", "5"), "bad.json: a test is not an object"},
        std::pair{wycheproof("1", "MLKEMTest", R"({"tcId": 1, "ek": "abc"})"),
                  "bad.json: test 1: field ek: not hexadecimal with two digits a byte"},
        std::pair{wycheproof("1", "MLKEMTest", R"({"tcId": 1, "ek": 7})"), "bad.json: test 1: field ek: not a string"},
        std::pair{wycheproof("1", "MLKEMTest", R"({"ek": "ab"})"), "bad.json: test ?: no field tcId"},
        std::pair{std::string(R"({"vsId": 1, "algorithm": "ML-KEM", "mode": "keyGen", "testGroups": []})"),
                  "bad.json: no tests"},
        std::pair{std::string(R"({"vsId": 1, "algorithm": "ML-KEM", "mode": "keyGen", "testGroups": 3})"),
                  "bad.json: no list testGroups"}));

// --- Files and folders ---------------------------------------------------------------------------------------------

class LoadTest : public testing::Test {
 protected:
  LoadTest() {
    std::string name = (std::filesystem::temp_directory_path() / "lydite-kat-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~LoadTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(std::string_view name, std::string_view content) {
    const auto path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  std::filesystem::path folder_;
};

TEST_F(LoadTest, TheSourceHasTheFolderHoweverTheFileIsReached) {
  const auto path = write("set/mlkem/x.tv", good);
  for (const auto& given : {path, path.parent_path(), path.parent_path().parent_path()}) {
    const Loaded loaded = load(given);
    ASSERT_EQ(loaded.files.size(), 1U);
    EXPECT_EQ(loaded.files[0].source, "mlkem/x.tv") << given;
    EXPECT_EQ(loaded.files[0].records.size(), 2U);
  }
}

TEST_F(LoadTest, OneBadFileDoesNotHideTheOthers) {
  write("a.tv", good);
  write("b.tv", "broken\n");
  write("c.json", "{");
  write("d.txt", "");
  const Loaded loaded = load(folder_);
  ASSERT_EQ(loaded.files.size(), 2U);
  EXPECT_EQ(loaded.files[1].note, "not a vector file");
  ASSERT_EQ(loaded.errors.size(), 2U);
  EXPECT_NE(loaded.errors[0].find("b.tv:1: expected"), std::string::npos);
}

TEST_F(LoadTest, AnEmptyFolderIsAnErrorAndAMissingPathThrows) {
  EXPECT_EQ(load(folder_).errors.size(), 1U);
  EXPECT_THROW((void)load(folder_ / "absent"), std::runtime_error);
}

TEST_F(LoadTest, PipesAndOversizedFilesAreNotRead) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.tv").c_str(), 0600), 0);
  const auto large = write("large.tv", "");
  std::filesystem::resize_file(large, max_stored_size + 1);
  const Loaded loaded = load(folder_);
  ASSERT_EQ(loaded.errors.size(), 2U);
  EXPECT_NE(loaded.errors[0].find("large.tv: file too large"), std::string::npos) << loaded.errors[0];
  EXPECT_NE(loaded.errors[1].find("pipe.tv: not a regular file"), std::string::npos) << loaded.errors[1];
}

TEST_F(LoadTest, AnswersBesideTheirQuestionsAreUsed) {
  write("prompt.json", R"({"vsId": 1, "algorithm": "SHA3-256", "testGroups": [{"tgId": 1, "testType": "AFT",
    "tests": [{"tcId": 1, "msg": "", "len": 0}]}]})");
  write("expectedResults.json.gz", gzip(R"({"vsId": 1, "algorithm": "SHA3-256", "testGroups": [{"tgId": 1,
    "tests": [{"tcId": 1, "md": "01"}]}]})"));
  const Loaded loaded = load(folder_);
  EXPECT_TRUE(loaded.errors.empty());
  ASSERT_EQ(loaded.files.size(), 2U);
  EXPECT_EQ(loaded.files[1].records.at(0).text("md"), "01");
}

// Whatever is done to a file, reading it ends in records or in a ParseError.
TEST(Readers, SurviveRandomDamage) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  std::mt19937 random(seed);
  const std::string originals[] = {good, gzip(good), acvp, wycheproof("1", "MLKEMTest", R"({"tcId": 1, "ek": "ab"})")};
  const char* names[] = {"x.tv", "x.tv.gz", "x.json", "y.json"};
  for (int i = 0; i < 8000; ++i) {
    std::string text = originals[i % 4];
    for (unsigned j = 0; j <= random() % 4; ++j) text[random() % text.size()] = static_cast<char>(random());
    if (random() % 4 == 0) text.resize(random() % text.size());
    EXPECT_NO_THROW((void)error(names[i % 4], text)) << "seed " << seed << ", round " << i;
  }
}

}  // namespace
}  // namespace lydite::lab::kat
