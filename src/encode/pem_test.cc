#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lydite/encode.h"

namespace lydite::encode {
namespace {

Message as_bytes(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

std::string write(std::string_view label, Message bytes) {
  std::string text(pem_size(label.size(), bytes.size()), '?');
  to_pem(label, bytes, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  return text;
}

struct Read {
  std::vector<std::uint8_t> bytes;
  std::string label;
  Flaw flaw;
};
Read read(const std::string& text) {
  std::vector<std::uint8_t> out(text.size() / 4 * 3, 0xee);
  const Pem pem = from_pem(as_bytes(text), out);
  if (pem.flaw != Flaw::kNone) {
    EXPECT_EQ(pem.size, 0U);
    EXPECT_EQ(out, std::vector<std::uint8_t>(out.size())) << text;
  }
  out.resize(pem.size);
  return {out, std::string(pem.label), pem.flaw};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string block(const std::string& lines) { return "-----BEGIN A KEY-----\n" + lines + "-----END A KEY-----\n"; }

TEST(Pem, EveryLengthComesBack) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const std::string text = write("SOME-LABEL OF A KEY", bytes);
    EXPECT_TRUE(is_pem(as_bytes(text)));
    EXPECT_EQ(text.find('?'), std::string::npos);
    for (const std::string& form : {text, replaced(text, "\n", "\r\n"), text.substr(0, text.size() - 1)}) {
      const Read result = read(form);
      EXPECT_EQ(result.flaw, Flaw::kNone) << form;
      EXPECT_EQ(result.label, "SOME-LABEL OF A KEY");
      EXPECT_EQ(result.bytes, bytes);
    }
  }
}

// RFC 4648, section 10.
TEST(Pem, KnownBase64) {
  const std::vector<std::pair<std::string, std::string>> cases = {{"", ""},
                                                                  {"f", "Zg==\n"},
                                                                  {"fo", "Zm8=\n"},
                                                                  {"foo", "Zm9v\n"},
                                                                  {"foob", "Zm9vYg==\n"},
                                                                  {"fooba", "Zm9vYmE=\n"},
                                                                  {"foobar", "Zm9vYmFy\n"}};
  for (const auto& [plain, text] : cases) {
    EXPECT_EQ(write("A KEY", as_bytes(plain)), block(text));
    const Read result = read(block(text));
    EXPECT_EQ(std::string(result.bytes.begin(), result.bytes.end()), plain);
  }
  EXPECT_EQ(write("A KEY", std::vector<std::uint8_t>{0xfb, 0xff, 0xbf}), block("+/+/\n"));
}

TEST(Pem, EveryCharacterOutsideTheAlphabetIsRefused) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int c = 0; c < 256; ++c) {
    if (c == '\n') continue;
    const bool known = c != 0 && alphabet.find(static_cast<char>(c)) != std::string::npos;
    EXPECT_EQ(read(block(std::string("A") + static_cast<char>(c) + "AA\n")).flaw, known ? Flaw::kNone : Flaw::kBase64)
        << c;
  }
}

TEST(Pem, FlawsAreNamed) {
  const std::string full(64, 'A'), ok = "AAAA\n";
  const std::vector<std::pair<std::string, Flaw>> cases = {
      {"", Flaw::kBegin},
      {"AAAA\n", Flaw::kBegin},
      {" " + block(ok), Flaw::kBegin},
      {"\n" + block(ok), Flaw::kBegin},
      {"comment\n" + block(ok), Flaw::kBegin},
      {"-----BEGIN -----\nAAAA\n-----END -----\n", Flaw::kBegin},
      {"-----BEGIN A--B-----\nAAAA\n-----END A--B-----\n", Flaw::kBegin},
      {"-----BEGIN  A-----\nAAAA\n-----END  A-----\n", Flaw::kBegin},
      {"-----BEGIN A\x01-----\nAAAA\n-----END A\x01-----\n", Flaw::kBegin},
      {"-----BEGIN A KEY----\nAAAA\n-----END A KEY----\n", Flaw::kBegin},
      {"-----BEGIN A KEY-----", Flaw::kEnd},
      {"-----BEGIN A KEY-----\n", Flaw::kEnd},
      {"-----BEGIN A KEY-----\nAAAA\n", Flaw::kEnd},
      {"-----BEGIN A KEY-----\nAAAA\n-----END B KEY-----\n", Flaw::kEnd},
      {"-----BEGIN A KEY-----\nAAAA\n-----END A KEY----\n", Flaw::kEnd},
      {"-----BEGIN A KEY-----\nAAAA\n-----END A KEY----- \n", Flaw::kEnd},
      {block(ok) + "\n", Flaw::kAfterEnd},
      {block(ok) + " ", Flaw::kAfterEnd},
      {block(ok) + block(ok), Flaw::kAfterEnd},
      {block("\n" + ok), Flaw::kLine},
      {block(ok + "\n"), Flaw::kLine},
      {block(ok + ok), Flaw::kLine},
      {block(full + "AAAA\n"), Flaw::kLine},
      {block("Proc-Type: 4,ENCRYPTED\n\n" + ok), Flaw::kLine},
      {block("AAAAA\n"), Flaw::kBase64},
      {block("AAA\n"), Flaw::kBase64},
      {block(" AAA\n"), Flaw::kBase64},
      {block("AAAA\r\r\n"), Flaw::kBase64},
      {block("A===\n"), Flaw::kBase64},
      {block("====\n"), Flaw::kBase64},
      {block("AA=A\n"), Flaw::kBase64},
      {block("AA==AAAA\n"), Flaw::kBase64},
      {block(full.substr(2) + "==\nAAAA\n"), Flaw::kBase64},
      {block("AB==\n"), Flaw::kBase64},  // bits after the last byte
      {block("AAB=\n"), Flaw::kBase64},
      {block(full + "\n" + full + "\nAA==\n"), Flaw::kNone},
      {block(full + "\n"), Flaw::kNone},
  };
  for (const auto& [text, flaw] : cases) EXPECT_EQ(read(text).flaw, flaw) << text;
}

TEST(Pem, EveryCutIsRefused) {
  const std::string text = write("A KEY", std::vector<std::uint8_t>(100, 7));
  for (std::size_t size = 0; size + 1 < text.size(); ++size) EXPECT_NE(read(text.substr(0, size)).flaw, Flaw::kNone);
}

}  // namespace
}  // namespace lydite::encode
