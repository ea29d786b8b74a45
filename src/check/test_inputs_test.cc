#include "check/test_inputs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

class TestInputs : public testing::Test {
 protected:
  TestInputs() : top_(fs::path(testing::TempDir()) / "reweave-test-inputs") {
    for (const char* version : {"old", "new"}) Write(version, "data/conf.txt", "locked=1\n");
    before_.command = {"/x/old/test", Path("old", "data/conf.txt"), "1"};
    now_.command = {"/x/new/test", Path("new", "data/conf.txt"), "1"};
  }
  ~TestInputs() override { fs::remove_all(top_); }
  std::string Path(const std::string& version, const std::string& file) const { return (top_ / version / file).string(); }
  void Write(const std::string& version, const std::string& file, const std::string& text) const {
    fs::create_directories(fs::path(Path(version, file)).parent_path());
    std::ofstream(Path(version, file)) << text;
  }
  std::string Difference() const { return OtherInputs(before_, now_, {(top_ / "old").string(), (top_ / "new").string()}); }

  fs::path top_;
  TestSpec before_, now_;
};

TEST_F(TestInputs, TheSameBelowAnotherDirectory) {
  EXPECT_EQ(Difference(), "");
  Write("old", "data/conf.txt", "log=" + Path("old", "log"));
  Write("new", "data/conf.txt", "log=" + Path("new", "log"));
  EXPECT_EQ(Difference(), "");
}

TEST_F(TestInputs, ADirectoryWhoseNameBeginsLikeTheOtherOnes) {
  const std::string a = (top_ / "tree").string(), b = (top_ / "tree-b").string();
  before_.command = {"t", a + "/x"}, now_.command = {"t", b + "/x"};
  before_.directory = a, now_.directory = b;
  EXPECT_EQ(OtherInputs(before_, now_, {a, b}), "");
  EXPECT_EQ(OtherInputs(now_, before_, {a, b}), "");
}

TEST_F(TestInputs, ArgumentsEnvironmentAndDirectory) {
  now_.command[2] = "0";
  EXPECT_EQ(Difference(), "its command changed");
  now_.command[2] = "1";
  now_.environment = {{"LOCKED", "0"}};
  EXPECT_EQ(Difference(), "its environment changed");
  before_.environment = now_.environment;
  now_.directory = Path("new", "data"), before_.directory = Path("old", "");
  EXPECT_EQ(Difference(), "its working directory changed");
}

TEST_F(TestInputs, AFileThatAnArgumentNames) {
  Write("new", "data/conf.txt", "locked=0\n");
  EXPECT_EQ(Difference(), "conf.txt changed, which it is given");
  before_.command[1] = "--config=" + Path("old", "data/conf.txt"), now_.command[1] = "--config=" + Path("new", "data/conf.txt");
  EXPECT_EQ(Difference(), "conf.txt changed, which it is given");
  before_.command[1] = "data/conf.txt", now_.command[1] = "data/conf.txt";
  before_.directory = (top_ / "old").string(), now_.directory = (top_ / "new").string();
  EXPECT_EQ(Difference(), "conf.txt changed, which it is given");
  before_.command[1] = now_.command[1] = "data";
  EXPECT_EQ(Difference(), "data changed, which it is given");
}

TEST_F(TestInputs, AProgramThatAnArgumentNamesIsComparedElsewhere) {
  Write("old", "data/conf.txt",
        "\x7f"
        "ELF one");
  Write("new", "data/conf.txt",
        "\x7f"
        "ELF two");
  EXPECT_EQ(Difference(), "");
}

}  // namespace
}  // namespace reweave::inline check
