// A check of a project with many tests reads the facts of each program once, compares each pair of programs once, and analyses
// one change once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "change/program_change.h"
#include "check/check.h"
#include "facts/shared_facts.h"

namespace reweave {
namespace {

namespace fs = std::filesystem;

constexpr int kTests = 24;

constexpr const char* kProject = R"(cmake_minimum_required(VERSION 3.16)
project(counter CXX)
find_package(Threads REQUIRED)
enable_testing()
add_executable(counter counter.cc)
target_link_libraries(counter Threads::Threads)
foreach(n RANGE 1 24)
  add_test(NAME count_${n} COMMAND counter ${n})
endforeach()
)";
constexpr const char* kProgram = R"(#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, times;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total += times;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char **argv) {
  times = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t a, b;
  pthread_create(&a, nullptr, add, nullptr);
  pthread_create(&b, nullptr, add, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return total != 2 * times;
}
)";

constexpr const char* kLibraryProject = R"(cmake_minimum_required(VERSION 3.16)
project(counter CXX)
find_package(Threads REQUIRED)
enable_testing()
add_library(counting STATIC counting.cc)
target_link_libraries(counting Threads::Threads)
foreach(n 1 2 3)
  add_executable(count_${n} count_${n}.cc)
  target_link_libraries(count_${n} counting)
  add_test(NAME count_${n} COMMAND count_${n})
endforeach()
)";
constexpr const char* kLibrary = R"(#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total += 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int sum() {
  pthread_mutex_lock(&lock);
  const int now = total;
  pthread_mutex_unlock(&lock);
  return now;
}
)";
constexpr const char* kLibraryUser = R"(#include <pthread.h>
#include <stdlib.h>
void *add(void *);
int sum();
int main() {
  pthread_t threads[@];
  for (pthread_t &thread : threads) pthread_create(&thread, nullptr, add, nullptr);
  for (pthread_t &thread : threads) pthread_join(thread, nullptr);
  return sum() != @;
}
)";

void RunCommand(const std::string& command) { ASSERT_EQ(std::system(command.c_str()), 0) << command; }

class Project {
 public:
  explicit Project(const std::string& name) : path(fs::path(testing::TempDir()) / name) {
    fs::remove_all(path);
    fs::create_directories(path);
    setenv("GIT_CEILING_DIRECTORIES", path.c_str(), 1);
    RunCommand("git init -q " + path.string());
  }
  ~Project() { fs::remove_all(path); }
  void Write(const std::string& file, const std::string& text) const { std::ofstream(path / file) << text; }
  void Commit() const {
    RunCommand("cd " + path.string() +
               " && git add -A && git -c user.name=t -c user.email=t@t -c commit.gpgsign=false commit -qm step");
  }
  CheckOptions Options() const {
    CheckOptions options;
    options.directory = path.string();
    options.base = "HEAD~1";
    options.head = "HEAD";
    options.drivers = REWEAVE_DRIVERS;
    options.jobs = 2;
    options.budget = std::chrono::seconds(20);
    return options;
  }
  const fs::path path;
};

// Three programs with one library in them: the change of the library is analysed once, and what that shows counts for all.
TEST(FactsOnce, OneChangeOfManyProgramsIsAnalysedOnce) {
  const Project project("reweave_one_change");
  project.Write("CMakeLists.txt", kLibraryProject);
  project.Write("counting.cc", kLibrary);
  for (const char* number : {"2", "3", "4"}) {
    std::string user = kLibraryUser;
    for (std::size_t at; (at = user.find('@')) != std::string::npos;) user.replace(at, 1, number);
    project.Write(fmt::format("count_{}.cc", number[0] - '1'), user);
  }
  project.Commit();
  std::string changed = kLibrary;
  changed.replace(changed.find("total += 1"), 10, "total += 1 + 0 * total");
  project.Write("counting.cc", changed);
  project.Commit();
  CheckOptions options = project.Options();
  options.mode = CheckMode::kFast;
  options.budget = std::chrono::minutes(10);  // the analysis must not be given up, however slow the machine is
  std::size_t analysed = 0;
  options.status = [&](const std::string& text) { analysed += text.starts_with("analysing "); };
  const auto result = RunCheck(options);
  ASSERT_TRUE(result.has_value()) << result.error().ToString();
  EXPECT_EQ(analysed, 1u);
  ASSERT_EQ(result->tests.size(), 3u);
  for (const CheckedTest& test : result->tests)
    EXPECT_TRUE(std::ranges::any_of(test.reasons, [](const std::string& why) { return why.find("writes total") != why.npos; }))
        << test.name;
}

TEST(FactsOnce, EachProgramIsReadOnceHoweverManyTestsRunIt) {
  const Project project("reweave_facts_once");
  project.Write("CMakeLists.txt", kProject);
  project.Write("counter.cc", kProgram);
  project.Commit();
  std::string changed = kProgram;
  changed.replace(changed.find("total += times"), 14, "total += times + 0 * total");
  project.Write("counter.cc", changed);
  project.Commit();
  const std::uint64_t read = FactsRead(), made = ProgramChange::made();
  const CheckOptions options = project.Options();
  const auto result = RunCheck(options);
  ASSERT_TRUE(result.has_value()) << result.error().ToString();
  EXPECT_EQ(result->tests.size(), kTests);
  EXPECT_EQ(FactsRead() - read, 2u);
  EXPECT_LE(ProgramChange::made() - made, 2u);  // the base is searched where the change leads from there: the other way round
}

}  // namespace
}  // namespace reweave
