// A damaged file is an error that names a byte, never a crash.
#include <cstring>
#include <random>

#include "compile.h"
#include "facts/elf_file.h"
#include "facts/print.h"

namespace reweave {
namespace {

std::string Bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<Facts> Parse(const std::string& bytes) {
  return ParseFacts(std::as_bytes(std::span(bytes.data(), bytes.size())), "sample");
}

class DamageTest : public ::testing::Test {
 protected:
  DamageTest() : bytes_(Bytes(Compile("one.cc two.cc", "-O2 -s", "damage"))) {
    auto elf = ElfFile::Parse(bytes_, "sample");
    section_ = *elf->Find("rw_facts");
  }
  std::string bytes_;
  ElfSection section_;
};

TEST_F(DamageTest, WholeFileIsFine) { EXPECT_TRUE(Parse(bytes_)); }

TEST_F(DamageTest, OtherFilesAreRefused) {
  EXPECT_EQ(ReadFacts("/nonexistent").error().category(), ErrorCategory::kUsage);
  EXPECT_EQ(Parse("").error().category(), ErrorCategory::kUsage);
  EXPECT_EQ(Parse("#!/bin/sh\n").error().category(), ErrorCategory::kUsage);
  EXPECT_EQ(ReadFacts("/bin/sh").error().category(), ErrorCategory::kTarget);
}

TEST_F(DamageTest, WhatHasFactsIsSeenWithoutReadingThem) {
  EXPECT_TRUE(HasFacts(Compile("one.cc two.cc", "-O2 -s", "damage")));
  for (const char* other : {"/nonexistent", "/bin/sh", "/", "/dev/null"}) EXPECT_FALSE(HasFacts(other)) << other;
}

TEST_F(DamageTest, ErrorsNameTheByte) {
  std::string bad = bytes_;
  bad[section_.offset] ^= 1;
  auto result = Parse(bad);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().where(), "sample, byte " + std::to_string(section_.offset));
  bad = bytes_;
  bad[section_.offset + 8] = 9;
  EXPECT_NE(Parse(bad).error().why().find("version 9"), std::string::npos);
}

TEST_F(DamageTest, EveryTruncationIsRefusedOrRead) {
  for (std::size_t n = 0; n < bytes_.size(); n += 1 + n / 50) (void)Parse(bytes_.substr(0, n));
}

TEST_F(DamageTest, RandomDamageNeverCrashes) {
  std::mt19937 random(1);
  int read = 0, refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string bad = bytes_;
    for (unsigned k = 0; k < 1 + random() % 4; ++k) {
      bool in_facts = random() % 8 != 0;
      std::size_t at = in_facts ? section_.offset + random() % section_.size : random() % 64;
      bad[at] = static_cast<char>(random() % 3 ? random() : 0xff);
    }
    auto result = Parse(bad);
    if (result) {
      ++read;
      if (i % 16 == 0) (void)FactsText(*result);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(read, 50);
}

// A part and a field that this reader does not know are skipped: see docs/formats/facts.md.
TEST_F(DamageTest, UnknownPartsAreSkipped) {
  std::string newer = bytes_;
  // Turn the last part (loops) of the first record into an unknown one.
  std::uint64_t at = section_.offset + facts::kRecordHeaderSize;
  std::uint32_t tag = 0, size = 0;
  for (;;) {
    std::memcpy(&tag, newer.data() + at, 4);
    std::memcpy(&size, newer.data() + at + 4, 4);
    if (tag == static_cast<std::uint32_t>(facts::Tag::kLoops)) break;
    at += 8 + size;
  }
  newer[at] = 77;
  EXPECT_TRUE(Parse(newer));
}

}  // namespace
}  // namespace reweave
