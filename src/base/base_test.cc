#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/coding.h"
#include "base/command.h"
#include "base/duration.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "base/rng.h"

namespace reweave {
namespace {

using namespace std::chrono_literals;

TEST(Result, CategoryBecomesExitStatusAndTextSaysAll) {
  const Error error(ErrorCategory::kTarget, "cannot explore", "./t", "not instrumented", "build it with CXX=reweave-c++");
  EXPECT_EQ(error.exit_status(), kExitTarget);
  EXPECT_EQ(error.ToString(), "cannot explore './t': not instrumented (build it with CXX=reweave-c++)");
}

TEST(Coding, RoundTrip) {
  EXPECT_TRUE(rc::check([](std::uint64_t v, std::uint32_t f, const std::string& s, std::int64_t i) {
    std::string bytes;
    PutVarint(bytes, v);
    PutFixed32(bytes, f);
    PutString(bytes, s);
    PutVarint(bytes, ZigZag(i));
    PutFixed64(bytes, v);
    Decoder in(bytes);
    RC_ASSERT(in.Varint() == v);
    RC_ASSERT(in.Fixed32() == f);
    RC_ASSERT(in.String() == s);
    RC_ASSERT(UnZigZag(in.Varint()) == i);
    RC_ASSERT(in.Fixed64() == v);
    RC_ASSERT(in.ok() && in.at_end());
  }));
}

TEST(Coding, DecoderSurvivesAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    Decoder in(bytes, 100);
    while (in.ok() && !in.at_end()) in.String(), in.Varint(), in.Fixed32();
    RC_ASSERT(in.offset() >= 100 && in.offset() <= 100 + bytes.size());
    if (!in.ok()) RC_ASSERT(in.Varint() == 0u);
  }));
}

TEST(Duration, ParsesUnits) {
  EXPECT_EQ(*ParseDuration("500ms"), 500ms);
  EXPECT_EQ(*ParseDuration("10s"), 10s);
  EXPECT_EQ(*ParseDuration("5m"), 5min);
  EXPECT_EQ(*ParseDuration("1h"), 1h);
  EXPECT_EQ(*ParseDuration("7"), 7s);
  EXPECT_EQ(*ParseDuration("0.5"), 500ms);
  for (const char* bad : {"", "x", "-1s", "5d", "1e3", "nan", "inf", "5 s", "99999999999h"})
    EXPECT_FALSE(ParseDuration(bad)) << bad;
}

TEST(Duration, ParsesSizes) {
  EXPECT_EQ(*ParseSize("64K"), 65536u);
  EXPECT_EQ(*ParseSize("2G"), 2ull << 30);
  for (const char* bad : {"", "-1", "1T", "K", "9999999999999G"}) EXPECT_FALSE(ParseSize(bad)) << bad;
}

TEST(Escape, TerminalControlNeverPasses) {
  EXPECT_EQ(EscapeLine("a\x1b[31mb\n"), "a\\x1b[31mb\\n");
  EXPECT_EQ(EscapeLine("gr\xc3\xbcn"), "gr\xc3\xbcn");
  EXPECT_EQ(EscapeLine("\xc3"), "\\xc3");
  EXPECT_EQ(EscapeLine("\xe2\x80\xae"), "\\u{202e}");
  EXPECT_EQ(EscapeBlock("a\n\tb\r"), "a\n\tb\\x0d");
  EXPECT_TRUE(rc::check([](const std::string& s) {
    for (char c : EscapeLine(s)) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  }));
}

TEST(Rng, SameNumbersEverywhere) {
  Rng a(1), b(1), c(2);
  EXPECT_EQ(a.Next(), b.Next());
  EXPECT_NE(a.Next(), c.Next());
  for (int i = 0; i < 1000; ++i) EXPECT_LT(a.Below(7), 7u);
}

TEST(Command, WordsOfAShell) {
  EXPECT_EQ(ShellQuoted("a b"), "'a b'");
  EXPECT_EQ(ShellQuoted("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuoted(""), "''");
}

TEST(Command, ProgramsAreExecutableFilesInPath) {
  EXPECT_TRUE(FindInPath("sh").ends_with("/sh"));
  EXPECT_EQ(FindInPath("no-such-program-anywhere"), "");
  EXPECT_EQ(FindInPath("../bin"), "");  // a directory is none
}

TEST(Nearest, MisspeltWordsAreRecognised) {
  const std::vector<std::string> known = {"explore", "replay", "report", "check"};
  EXPECT_EQ(NearestWord("expolre", known), "explore");
  EXPECT_EQ(NearestWord("chekc", known), "check");
  EXPECT_EQ(NearestWord("repor", known), "report");
  EXPECT_EQ(NearestWord("frobnicate", known), std::nullopt);
  EXPECT_EQ(EditDistance("--schedule", "--schedules"), 1u);
}

}  // namespace
}  // namespace reweave
