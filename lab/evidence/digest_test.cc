#include "lab/evidence/digest.h"

#include <gtest/gtest.h>

#include <system_error>

#include "lab/evidence/synthetic_for_test.h"

namespace lydite::lab::evidence {
namespace {

TEST(Digest, AgreesWithFips180) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(File, IsWrittenWholeAndLeavesNothingBehind) {
  const synthetic::Folder folder;
  write_file(folder.path() / "a/b/c.json", "first");
  write_file(folder.path() / "a/b/c.json", std::string(200000, 'x'));
  EXPECT_EQ(read_file(folder.path() / "a/b/c.json"), std::string(200000, 'x'));
  EXPECT_EQ(sha256_of_file(folder.path() / "a/b/c.json"), sha256(std::string(200000, 'x')));
  EXPECT_EQ(files_below(folder.path()), std::vector<std::string>{"a/b/c.json"});
}

TEST(File, ThatIsHalfWrittenIsRemoved) {
  const synthetic::Folder folder;
  write_file(folder.path() / "kept", "");
  write_file(folder.path() / "sub/x.json.partial", "half");
  remove_temporaries(folder.path());
  EXPECT_EQ(files_below(folder.path()), std::vector<std::string>{"kept"});
}

TEST(File, ThatCannotBeUsedIsNamed) {
  try {
    (void)read_file("no-such-folder/file");
    FAIL() << "must throw";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("no-such-folder/file"), std::string::npos);
  }
}

TEST(FolderLock, IsHeldByOne) {
  const synthetic::Folder folder;
  FolderLock first(folder.path());
  EXPECT_TRUE(first.try_lock());
  FolderLock second(folder.path());
  EXPECT_FALSE(second.try_lock());
}

}  // namespace
}  // namespace lydite::lab::evidence
