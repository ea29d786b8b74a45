// What the tests of every store share.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "store/store.h"

namespace reweave::inline store {

inline TestHistory History(const std::string& build, const std::string& test, std::int64_t at) {
  TestHistory h;
  h.build = build;
  h.test = test;
  h.recorded = at;
  h.seconds = 0.25;
  h.verdict = "passed";
  ModuleCoverage module{.name = "t", .key = "k" + build, .threads = {}, .flaky = {7}};
  for (std::uint32_t thread = 0; thread < 3; ++thread) {
    ThreadCoverage coverage{.process = thread / 2, .thread = thread, .blocks = {}};
    for (std::uint32_t block = thread; block < 500; block += 1 + block % 3 + static_cast<std::uint32_t>(test.size()))
      coverage.blocks.push_back(block);
    module.threads.push_back(coverage);
  }
  h.modules = {module};
  return h;
}
inline BlockTable Blocks(const std::string& build) {
  return {.key = "k" + build,
          .name = "t",
          .functions = {{"_Z1fv", "f()", "f.cc", "00ff", 1, {3, 5, 4}}, {"_Z1gv", "g()", "f.cc", "01", 10, {9}}}};
}

// A directory of its own, gone at the end.
class StoreTest : public testing::Test {
 protected:
  StoreTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "reweave-store-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    path_ = (directory_ / "deep" / "history.db").string();
  }
  ~StoreTest() override { std::filesystem::remove_all(directory_); }

  std::unique_ptr<Store> Open(const StoreOptions& options = {}) {
    auto store = OpenStore(path_, options);
    EXPECT_TRUE(store) << store.error().ToString();
    return store ? std::move(*store) : nullptr;
  }
  std::string OpenError(const std::string& path, const StoreOptions& options = {}) {
    auto store = OpenStore(path, options);
    return store ? "no error" : store.error().ToString();
  }
  // Every history is as it was put; how many there are.
  std::size_t CheckHistories() {
    std::size_t count = 0;
    auto store = Open();
    const auto builds = store->Builds();
    EXPECT_TRUE(builds);
    for (const auto& build : *builds) {
      const auto all = store->ForEachTest(build.key, [&](TestHistory h) -> Result<void> {
        EXPECT_EQ(h, History(h.build, h.test, h.recorded));
        ++count;
        return {};
      });
      EXPECT_TRUE(all) << all.error().ToString();
    }
    return count;
  }

  std::filesystem::path directory_;
  std::string path_;
};

}  // namespace reweave::inline store
