// A check of a project with many tests reads the facts of each program once, and compares each pair of programs once.
#include <gtest/gtest.h>

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

void RunCommand(const std::string& command) { ASSERT_EQ(std::system(command.c_str()), 0) << command; }

TEST(FactsOnce, EachProgramIsReadOnceHoweverManyTestsRunIt) {
  const fs::path work = fs::path(testing::TempDir()) / "reweave_facts_once";
  fs::remove_all(work);
  fs::create_directories(work);
  setenv("GIT_CEILING_DIRECTORIES", work.c_str(), 1);
  const auto commit = [&](std::string program) {
    std::ofstream(work / "counter.cc") << program;
    RunCommand("cd " + work.string() +
               " && git add -A && git -c user.name=t -c user.email=t@t -c commit.gpgsign=false commit -qm step");
  };
  std::ofstream(work / "CMakeLists.txt") << kProject;
  RunCommand("git init -q " + work.string());
  commit(kProgram);
  std::string changed = kProgram;
  changed.replace(changed.find("total += times"), 14, "total += times + 0 * total");
  commit(changed);
  const std::uint64_t read = FactsRead(), made = ProgramChange::made();
  CheckOptions options;
  options.directory = work.string();
  options.base = "HEAD~1";
  options.head = "HEAD";
  options.drivers = REWEAVE_DRIVERS;
  options.jobs = 2;
  options.budget = std::chrono::seconds(20);
  const auto result = RunCheck(options);
  ASSERT_TRUE(result.has_value()) << result.error().ToString();
  EXPECT_EQ(result->tests.size(), kTests);
  EXPECT_EQ(FactsRead() - read, 2u);
  EXPECT_LE(ProgramChange::made() - made, 2u);  // the base is searched where the change leads from there: the other way round
  fs::remove_all(work);
}

}  // namespace
}  // namespace reweave
