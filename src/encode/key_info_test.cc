#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lydite/encode.h"
#include "src/base/testing.h"
#include "src/encode/der.h"

namespace lydite::encode {
namespace {

using Octets = std::vector<std::uint8_t>;

Octets hex(const std::string& text) {
  Octets bytes((text.size() + 1) / 2);
  const Decoded decoded = from_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, bytes);
  EXPECT_EQ(decoded.flaw, Flaw::kNone) << text;
  bytes.resize(decoded.size);
  return bytes;
}
Octets octets(Message bytes) { return {bytes.begin(), bytes.end()}; }

// The key pair of RFC 8410, section 10, as public key, private key, and private key with attributes and public key.
const std::string ed25519_oid = "2b6570", seed = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842",
                  point = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1",
                  public_info = "302a300506032b6570032100" + point,
                  private_info = "302e020100300506032b657004220420" + seed,
                  full_info = "3072020101300506032b657004220420" + seed +
                              "a01f301d060a2a864886f70d01090914310f0c0d437572646c6520436861697273812100" + point;

TEST(KeyInfo, KnownKeysAreReadAndWritten) {
  const Octets public_der = hex(public_info), private_der = hex(private_info), full_der = hex(full_info);
  const PublicKeyInfo info = parse_public_key_info(public_der);
  ASSERT_EQ(info.flaw, Flaw::kNone);
  EXPECT_EQ(octets(info.algorithm), hex(ed25519_oid));
  EXPECT_EQ(octets(info.key), hex(point));
  for (const Octets& der : {private_der, full_der}) {
    const PrivateKeyInfo key = parse_private_key_info(der);
    ASSERT_EQ(key.flaw, Flaw::kNone);
    EXPECT_EQ(octets(key.algorithm), hex(ed25519_oid));
    EXPECT_EQ(octets(key.public_key), der == full_der ? hex(point) : Octets());
    EXPECT_EQ(octets(parse_octet_string(key.key).bytes), hex(seed));
  }
  Octets out(3 + 32 + max_overhead);
  out.resize(write_public_key_info(hex(ed25519_oid), hex(point), out));
  EXPECT_EQ(out, public_der);
  out.assign(3 + 32 + max_overhead, 0);
  out.resize(write_private_key_info(hex(ed25519_oid), Wrapping::kOctetString, hex(seed), out));
  EXPECT_EQ(out, private_der);
}

TEST(KeyInfo, EverySizeIsWrittenMinimallyAndComesBack) {
  for (const std::size_t size : {0U, 1U, 90U, 91U, 92U, 118U, 127U, 128U, 250U, 255U, 256U, 4896U, 32767U}) {
    const Octets key(size, 7), oid(11, 9);
    Octets out(size + oid.size() + max_overhead);
    const std::size_t public_size = write_public_key_info(oid, key, out);
    const PublicKeyInfo public_key = parse_public_key_info(std::span(out).first(public_size));
    EXPECT_EQ(public_key.flaw, Flaw::kNone) << size;
    EXPECT_TRUE(octets(public_key.key) == key && octets(public_key.algorithm) == oid) << size;
    for (const Wrapping wrapping : {Wrapping::kNone, Wrapping::kOctetString, Wrapping::kSeed}) {
      const std::size_t private_size = write_private_key_info(oid, wrapping, key, out);
      const PrivateKeyInfo info = parse_private_key_info(std::span(out).first(private_size));
      ASSERT_EQ(info.flaw, Flaw::kNone) << size;
      const PrivateKeyChoice choice = parse_private_key_choice(info.key);
      EXPECT_EQ(octets(wrapping == Wrapping::kNone   ? info.key
                       : wrapping == Wrapping::kSeed ? choice.seed
                                                     : choice.expanded),
                key);
      EXPECT_TRUE(wrapping == Wrapping::kNone || choice.seed.empty() || choice.expanded.empty());
    }
  }
}

TEST(KeyInfo, TheChoiceHasSeedExpandedOrBoth) {
  const auto parts = [](const std::string& text) {
    const Octets der = hex(text);
    const PrivateKeyChoice choice = parse_private_key_choice(der);
    EXPECT_EQ(choice.flaw, Flaw::kNone) << text;
    return std::pair(octets(choice.seed), octets(choice.expanded));
  };
  EXPECT_EQ(parts("3008 0402 0102 0402 0304"), std::pair(hex("0102"), hex("0304")));
  EXPECT_EQ(parts("8002 0102"), std::pair(hex("0102"), Octets()));
  EXPECT_EQ(parts("0402 0102"), std::pair(Octets(), hex("0102")));
  for (const char* bad : {"", "80", "8003 0102", "8001 0102", "a004 0402 0102", "3004 0402 0102", "3000", "0502 0102",
                          "3008 0402 0102 0402 0304 00", "3009 0402 0102 0402 0304 00", "3008 8002 0102 0402 0304",
                          "3008 0402 0102 8002 0304", "300a 0402 0102 0402 0304 0500"}) {
    EXPECT_EQ(parse_private_key_choice(hex(bad)).flaw, Flaw::kDer) << bad;
  }
}

TEST(KeyInfo, WhatDerForbidsIsRefused) {
  const std::string key = "0303000102";  // BIT STRING of two bytes
  EXPECT_EQ(parse_public_key_info(hex("300b 3004 0602 2b65" + key)).flaw, Flaw::kNone);
  const std::string body = "3004 0602 2b65" + key;
  const std::vector<std::string> bad_ones = {
      "300b" + body + "00",                // after the structure
      "300c" + body + "00",                // after the key
      "300c" + body,                       // longer than the input
      "30810b" + body,                     // a length that one byte holds
      "3082000b" + body,                   //
      "308300000b" + body,                 //
      "3080" + body + "0000",              // indefinite
      "30ff" + body,                       //
      "3081",                              // cut in the length
      "3082",                              //
      "308200",                            //
      "30",                                //
      "",                                  //
      "310b" + body,                       // a SET
      "3009 3002 0600" + key,              // no algorithm
      "300b 3004 0602 2b65 0303 01 0102",  // unused bits
      "3008 3004 0602 2b65 0300",          // a BIT STRING without its first byte
      "300a 3004 0602 2b65 0402 0102",     // an OCTET STRING
  };
  for (const std::string& bad : bad_ones) {
    EXPECT_EQ(parse_public_key_info(hex(bad)).flaw, Flaw::kDer) << bad;
  }
  const Octets with_parameters = hex("300d 3006 0602 2b65 0500" + key);
  EXPECT_EQ(parse_public_key_info(with_parameters).flaw, Flaw::kParameters);
  EXPECT_EQ(octets(parse_public_key_info(with_parameters).algorithm), hex("2b65"));
  EXPECT_TRUE(parse_public_key_info(with_parameters).key.empty());
}

TEST(KeyInfo, VersionsAndOptionalPartsOfPrivateKeys) {
  const std::string algorithm = "3004 0602 2b65", key = "0401 07", attributes = "a000", public_key = "8102 0009";
  EXPECT_EQ(parse_private_key_info(hex("300c 020100" + algorithm + key)).flaw, Flaw::kNone);
  EXPECT_EQ(parse_private_key_info(hex("300e 020100" + algorithm + key + attributes)).flaw, Flaw::kNone);
  EXPECT_EQ(parse_private_key_info(hex("3010 020101" + algorithm + key + public_key)).flaw, Flaw::kNone);
  EXPECT_EQ(parse_private_key_info(hex("3010 020100" + algorithm + key + public_key)).flaw, Flaw::kVersion);
  EXPECT_EQ(parse_private_key_info(hex("300c 020102" + algorithm + key)).flaw, Flaw::kVersion);
  EXPECT_EQ(parse_private_key_info(hex("300d 02020000" + algorithm + key)).flaw, Flaw::kVersion);
  EXPECT_EQ(parse_private_key_info(hex("300b 0200" + algorithm + key)).flaw, Flaw::kVersion);
  const Octets with_parameters = hex("300e 020100 3006 0602 2b65 0500" + key);
  EXPECT_EQ(parse_private_key_info(with_parameters).flaw, Flaw::kParameters);
  EXPECT_EQ(octets(parse_private_key_info(with_parameters).algorithm), hex("2b65"));
  EXPECT_TRUE(parse_private_key_info(with_parameters).key.empty());
  for (const std::string& rest :
       {public_key + attributes, std::string("8103 010900"), std::string("8101 00"), std::string("8100"),
        std::string("a001"), attributes + attributes, std::string("a200"), std::string("00")}) {
    const Octets tail = hex(rest);
    std::string size = "00";
    size[0] = "01"[(12 + tail.size()) / 16];
    size[1] = "0123456789abcdef"[(12 + tail.size()) % 16];
    EXPECT_EQ(parse_private_key_info(hex("30" + size + "020101" + algorithm + key + rest)).flaw, Flaw::kDer) << rest;
  }
}

// Each prefix is refused, and each changed bit gives an answer, without a byte read beyond the end.
TEST(KeyInfo, CutsAndChangesAreReadWithinBounds) {
  for (const std::string& text : {public_info, private_info, full_info, "3024 0420" + seed + "0400",
                                  "0482012c" + std::string(600, '5'), "048180" + std::string(256, '5')}) {
    const Octets der = hex(text);
    const auto parse_all = [](Message bytes) {
      const bool ok =
          parse_public_key_info(bytes).flaw == Flaw::kNone || parse_private_key_info(bytes).flaw == Flaw::kNone;
      return ok || parse_private_key_choice(bytes).flaw == Flaw::kNone;
    };
    EXPECT_TRUE(parse_all(der)) << text;
    for (std::size_t size = 0; size < der.size(); ++size) {
      const GuardedBuffer guarded(size);
      std::copy_n(der.begin(), size, guarded.data());
      EXPECT_FALSE(parse_all(guarded.bytes())) << text << size;
    }
    const GuardedBuffer guarded(der.size());
    for (std::size_t bit = 0; bit < 8 * der.size(); ++bit) {
      std::ranges::copy(der, guarded.data());
      guarded.data()[bit / 8] = static_cast<std::uint8_t>(guarded.data()[bit / 8] ^ (1U << bit % 8));
      (void)parse_all(guarded.bytes());
    }
  }
}

TEST(KeyInfo, EveryFlawHasWordsOfItsOwn) {
  std::vector<std::string_view> words;
  for (int flaw = 0; flaw <= static_cast<int>(Flaw::kParameters); ++flaw) {
    words.push_back(describe(static_cast<Flaw>(flaw)));
  }
  std::ranges::sort(words);
  EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
  EXPECT_FALSE(words.front().empty());
}

}  // namespace
}  // namespace lydite::encode
