#include "lydite/bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace lydite {
namespace {

using Key = Secret<32>;
static_assert(!std::is_copy_constructible_v<Key> && !std::is_copy_assignable_v<Key>);
static_assert(std::is_nothrow_move_constructible_v<Key> && std::is_nothrow_move_assignable_v<Key>);
static_assert(sizeof(Key) == 32);

Key key_of(std::uint8_t byte) {
  Key key;
  std::ranges::fill(key.fill(), byte);
  return key;
}

bool all(View<32> bytes, std::uint8_t byte) {
  return std::ranges::all_of(bytes, [byte](std::uint8_t b) { return b == byte; });
}

TEST(Wipe, ZeroesEveryByteAndNothingBeside) {
  for (std::size_t size = 0; size <= 64; ++size) {
    std::array<std::uint8_t, 66> bytes;
    bytes.fill(0xAA);
    wipe(std::span(bytes).subspan(1, size));
    EXPECT_EQ(bytes.front(), 0xAA);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 0), static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(bytes[size + 1], 0xAA);
  }
}

TEST(Wipe, TakesAnEmptySpanWithoutStorage) { wipe({}); }

TEST(SecretBytes, BeginAsZeros) { EXPECT_TRUE(all(Key().reveal(), 0)); }

TEST(SecretBytes, HoldWhatWasGiven) {
  Bytes<32> bytes;
  bytes.fill(0x5A);
  EXPECT_TRUE(all(Key(View<32>(bytes)).reveal(), 0x5A));
}

TEST(SecretBytes, MoveConstructionWipesTheSource) {
  Key a = key_of(7);
  const Key b = std::move(a);
  EXPECT_TRUE(all(b.reveal(), 7));
  EXPECT_TRUE(all(a.reveal(), 0));  // NOLINT: the state after a move is part of the contract
}

TEST(SecretBytes, MoveAssignmentReplacesAndWipes) {
  Key a = key_of(7), b = key_of(9);
  b = std::move(a);
  EXPECT_TRUE(all(b.reveal(), 7));
  EXPECT_TRUE(all(a.reveal(), 0));  // NOLINT
}

TEST(SecretBytes, SurviveAssignmentToThemselves) {
  Key a = key_of(7);
  Key& same = a;
  a = std::move(same);
  EXPECT_TRUE(all(a.reveal(), 7));
}

TEST(SecretBytes, DestructionWipesTheStorage) {
  alignas(Key) std::array<std::uint8_t, sizeof(Key)> storage;
  Key* key = new (storage.data()) Key(key_of(7));
  ASSERT_TRUE(std::ranges::all_of(storage, [](std::uint8_t b) { return b == 7; }));
  key->~Key();
  EXPECT_TRUE(std::ranges::all_of(storage, [](std::uint8_t b) { return b == 0; }));
}

}  // namespace
}  // namespace lydite
