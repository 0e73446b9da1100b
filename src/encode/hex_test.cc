#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lydite/encode.h"

namespace lydite::encode {
namespace {

Message as_bytes(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

struct Read {
  std::vector<std::uint8_t> bytes;
  Decoded decoded;
};
Read read(const std::string& text) {
  Read result{std::vector<std::uint8_t>((text.size() + 1) / 2, 0xee), {}};
  result.decoded = from_hex(as_bytes(text), result.bytes);
  return result;
}

TEST(Hex, EveryByteComesBackFromEitherCase) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const Bytes<1> in{static_cast<std::uint8_t>(byte)};
    std::string text(2, ' '), upper;
    to_hex(in, {reinterpret_cast<std::uint8_t*>(text.data()), 2});
    EXPECT_EQ(std::stoul(text, nullptr, 16), byte);
    for (const char c : text) upper += static_cast<char>(std::toupper(c));
    for (const std::string& form : {text, upper, " " + text, text.substr(0, 1) + "\r\n" + text.substr(1) + "\n"}) {
      const Read result = read(form);
      EXPECT_EQ(result.decoded.flaw, Flaw::kNone) << form;
      EXPECT_EQ(result.decoded.size, 1U) << form;
      EXPECT_EQ(result.bytes[0], byte) << form;
      EXPECT_TRUE(is_hex(as_bytes(form))) << form;
    }
  }
}

TEST(Hex, EveryCharacterIsADigitOrASpaceOrRefused) {
  for (int c = 0; c < 256; ++c) {
    const std::string text = std::string("12") + static_cast<char>(c) + static_cast<char>(c);
    const bool digit = std::isxdigit(c) != 0, space = c == ' ' || (c >= '\t' && c <= '\r');
    EXPECT_EQ(read(text).decoded.flaw, digit || space ? Flaw::kNone : Flaw::kDigit) << c;
    EXPECT_EQ(is_hex(as_bytes(text)), digit || space) << c;
    EXPECT_EQ(is_hex(as_bytes(text.substr(2))), digit) << c;
  }
  EXPECT_FALSE(is_hex({}));
  EXPECT_EQ(read("").decoded.flaw, Flaw::kNone);
}

TEST(Hex, WhatIsRefusedLeavesNothing) {
  for (const std::string text : {"abc", "1 2 3", "12345g", "0x12", "fg"}) {
    const Read result = read(text);
    EXPECT_EQ(result.decoded.flaw, text.find_first_of("gx") != std::string::npos ? Flaw::kDigit : Flaw::kOddDigits);
    EXPECT_EQ(result.decoded.size, 0U);
    EXPECT_EQ(result.bytes, std::vector<std::uint8_t>(result.bytes.size())) << text;
  }
}

}  // namespace
}  // namespace lydite::encode
