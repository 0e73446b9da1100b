#include "lydite/result.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

namespace lydite {
namespace {

constexpr Error all_errors[] = {Error::kInvalidLength, Error::kNonCanonical,   Error::kKeyHashMismatch,
                                Error::kEntropy,       Error::kContextTooLong, Error::kKeyMismatch,
                                Error::kUnsupported,   Error::kLowOrderPoint,  Error::kTooManyAttempts};

TEST(ResultOfValue, HoldsTheValue) {
  Result<int> result = 5;
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(*result, 5);
  *result = 6;
  EXPECT_EQ(result.value(), 6);
}

TEST(ResultOfValue, HoldsTheError) {
  for (const Error error : all_errors) {
    const Result<int> result = error;
    EXPECT_FALSE(result.has_value());
    EXPECT_FALSE(static_cast<bool>(result));
    EXPECT_EQ(result.error(), error);
  }
}

TEST(ResultOfValue, CarriesMoveOnlyValues) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 3);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

TEST(ResultOfValue, CarriesSecrets) {
  Bytes<4> bytes{1, 2, 3, 4};
  Result<Secret<4>> result = Secret<4>(View<4>(bytes));
  ASSERT_TRUE(result);
  const Secret<4> taken = std::move(*result);
  EXPECT_EQ(taken.reveal()[3], 4);
  EXPECT_EQ(result->reveal()[3], 0);
}

TEST(ResultOfNothing, IsDoneOrAnError) {
  EXPECT_TRUE(Result<void>().has_value());
  for (const Error error : all_errors) {
    EXPECT_FALSE(Result<void>(error).has_value());
    EXPECT_EQ(Result<void>(error).error(), error);
  }
}

TEST(Describe, HasItsOwnSentenceForEachError) {
  std::set<std::string_view> sentences;
  for (const Error error : all_errors) sentences.insert(describe(error));
  EXPECT_EQ(sentences.size(), std::size(all_errors));
  EXPECT_FALSE(sentences.contains(describe(static_cast<Error>(99))));
}

TEST(Exactly, TakesOneLengthOnly) {
  const Bytes<9> bytes{1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const Result<View<4>> view = exactly<4>(Message(bytes).first(size));
    ASSERT_EQ(view.has_value(), size == 4) << size;
    if (size != 4) {
      EXPECT_EQ(view.error(), Error::kInvalidLength);
    }
  }
  EXPECT_EQ(exactly<4>(Message(bytes).subspan(2, 4))->data(), bytes.data() + 2);
}

// A length that is right in its low 32 bits only; no byte behind it exists, and none may be read.
TEST(Exactly, DoesNotCutTheLengthTo32Bits) {
  if constexpr (sizeof(std::size_t) == 8) {
    const Message huge(static_cast<const std::uint8_t*>(nullptr), (std::size_t{1} << 32) + 4);
    EXPECT_FALSE(exactly<4>(huge).has_value());
  }
}

}  // namespace
}  // namespace lydite
