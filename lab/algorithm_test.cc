#include "lab/algorithm.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lydite::lab {
namespace {

using Names = std::vector<std::string>;

Names ids(std::string_view filter) {
  Names names;
  for (const Algorithm* row : select(filter)) names.push_back(row->id);
  return names;
}

TEST(SelectTest, AnEmptyFilterSelectsAll) { EXPECT_EQ(select("").size(), catalog().size()); }

TEST(SelectTest, AFilterIsAPartOfAnIdInAnyCase) {
  EXPECT_EQ(ids("ML-KEM"), (Names{"ml-kem-512", "ml-kem-768", "ml-kem-1024"}));
  EXPECT_EQ(ids("em-76"), Names{"ml-kem-768"});
  EXPECT_EQ(ids("libgcrypt"), Names{"sha3-256:libgcrypt"});
  EXPECT_EQ(ids("ml-kem-7688"), Names{});
}

TEST(SelectTest, AGlobIsAboutTheWholeId) {
  EXPECT_EQ(ids("ml-kem-???"), (Names{"ml-kem-512", "ml-kem-768"}));
  EXPECT_EQ(ids("*-KEM-*4"), Names{"ml-kem-1024"});
  EXPECT_EQ(ids("kem*"), Names{});
  EXPECT_EQ(ids("*:*"), (Names{"sha3-256:libcrypto", "sha3-256:libgcrypt", "x25519:libcrypto"}));
  EXPECT_EQ(ids("sha3-25?"), Names{"sha3-256"});
  EXPECT_EQ(ids("**").size(), catalog().size());
  EXPECT_EQ(ids("?"), Names{});
}

TEST(NearestTest, TheClosestComesFirst) {
  const Names names = {"bench", "list", "kat", "kem", "hash"};
  EXPECT_EQ(nearest("bensh", names), Names{"bench"});
  EXPECT_EQ(nearest("bnech", names), Names{"bench"});
  EXPECT_EQ(nearest("KAM", names), (Names{"kat", "kem"}));
  EXPECT_EQ(nearest("hash", names).front(), "hash");
  EXPECT_EQ(nearest("entirely-different", names), Names{});
  EXPECT_EQ(nearest("", names), Names{});
}

TEST(NearestTest, AtMostThreeIdsAreNamed) {
  EXPECT_EQ(near_matches("ml-kem-76").front(), "ml-kem-768");
  EXPECT_EQ(near_matches("ML-KEM-1025").front(), "ml-kem-1024");
  EXPECT_EQ(near_matches("ml-kem-999").size(), 3U);
}

}  // namespace
}  // namespace lydite::lab
