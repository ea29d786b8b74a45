// The same source gives the same facts at every level and in every place; an edit changes what it touches and nothing else.
#include <map>
#include <set>

#include "compile.h"
#include "facts/print.h"

namespace reweave {
namespace {

namespace fs = std::filesystem;

std::string Dump(const Facts& facts) {
  std::string json = FactsJson(facts);
  auto at = json.find("\"build\":\"");
  return json.erase(at, 9 + 32);  // levels have other code
}

TEST(IdentityTest, FactsDoNotDependOnTheLevel) {
  std::string wanted = Dump(FactsOf(Compile("queue.cc", "-O0", "level0")));
  for (const char* level : {"-O1", "-O2", "-O3"}) EXPECT_EQ(Dump(FactsOf(Compile("queue.cc", level, "level"))), wanted) << level;
}

// Copies programs into `where` (a git checkout if asked) and compiles from a build directory in it.
std::string CompileIn(const fs::path& where, bool git, const std::string& change = {}) {
  fs::remove_all(where);
  fs::create_directories(where / "src");
  fs::create_directories(where / "build");
  if (git) fs::create_directories(where / ".git");
  for (const char* file : {"one.cc", "two.cc", "inline.h"})
    fs::copy_file(fs::path(REWEAVE_PROGRAMS) / file, where / "src" / file);
  if (!change.empty()) std::system(("cd " + (where / "src").string() + " && " + change).c_str());
  std::string path = (where / "build" / "out").string();
  std::string command = "cd " + (where / "build").string() + " && " REWEAVE_TOOLCHAIN "/reweave-c++ -O2 '-DWHERE=__FILE__' " +
                        (where / "src/one.cc").string() + " " + (where / "src/two.cc").string() + " -o out";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return path;
}

// A place of its own outside every git checkout: the build directory may lie in one.
class Scratch {
 public:
  Scratch() { EXPECT_NE(mkdtemp(name_.data()), nullptr); }
  ~Scratch() { fs::remove_all(name_); }
  fs::path path() const { return name_; }

 private:
  std::string name_ = (fs::temp_directory_path() / "reweave-identity-XXXXXX").string();
};

TEST(IdentityTest, AnotherCheckoutIsTheSameBuild) {
  Scratch scratch;
  fs::path work = scratch.path();
  for (bool git : {true, false}) {
    Facts a = FactsOf(CompileIn(work / "a", git)), b = FactsOf(CompileIn(work / "a/much/longer/path/to/it", git));
    EXPECT_EQ(a.build_key(), b.build_key());
    EXPECT_EQ(FactsJson(a), FactsJson(b));
    ASSERT_NE(a.FindFunction(git ? "_ZL6hiddeni@src/one.cc" : "_ZL6hiddeni@../src/one.cc"), nullptr);
  }
}

std::map<std::string, std::multiset<Hash128>> Hashes(const Facts& facts) {
  std::map<std::string, std::multiset<Hash128>> out;
  for (const FunctionFacts& f : facts.functions())
    for (const BlockFacts& block : f.blocks) out[f.id].insert(block.hash);
  return out;
}

TEST(IdentityTest, CommentsAndLinesAreNoChange) {
  fs::path work = REWEAVE_WORK;
  auto old = Hashes(FactsOf(CompileIn(work / "old", true)));
  EXPECT_EQ(Hashes(FactsOf(CompileIn(work / "new", true,
                                     "sed -i '1i // a comment\\n\\n' one.cc two.cc && sed -i 's/int a)/int renamed)/; s/return a "
                                     "+/return renamed +/' one.cc"))),
            old);
}

TEST(IdentityTest, AnEditChangesItsBlockOnly) {
  fs::path work = REWEAVE_WORK;
  auto old = Hashes(FactsOf(CompileIn(work / "old", true)));
  auto edited = Hashes(FactsOf(CompileIn(work / "new", true, "sed -i 's/shared_counter += i/shared_counter -= i/' inline.h")));
  ASSERT_EQ(old.size(), edited.size());
  for (auto& [id, hashes] : old) {
    if (id != "_Z4bumpi") {
      EXPECT_EQ(hashes, edited[id]) << id;
      continue;
    }
    std::vector<Hash128> gone;
    std::set_difference(hashes.begin(), hashes.end(), edited[id].begin(), edited[id].end(), std::back_inserter(gone));
    EXPECT_EQ(gone.size(), 1u);
  }
}

// A new field in front changes offsets, but not what the code means.
TEST(IdentityTest, LayoutIsNoChange) {
  fs::path work = REWEAVE_WORK;
  auto old = Hashes(FactsOf(CompileIn(work / "old", true)));
  auto moved =
      Hashes(FactsOf(CompileIn(work / "new", true, "sed -i 's/struct Box { T v;/struct Box { long before; T v;/' inline.h")));
  EXPECT_EQ(moved["_ZN3BoxIiE3setEi"], old["_ZN3BoxIiE3setEi"]);
}

TEST(IdentityTest, InlineFunctionsOfManyObjectsAreOne) {
  Facts facts = FactsOf(Compile("one.cc two.cc", "-O2", "odr"));
  int bumps = 0, hidden = 0;
  for (const FunctionFacts& f : facts.functions()) {
    bumps += f.id == "_Z4bumpi";
    hidden += f.mangled == "_ZL6hiddeni";
  }
  EXPECT_EQ(bumps, 1);
  EXPECT_EQ(hidden, 2);
}

}  // namespace
}  // namespace reweave
