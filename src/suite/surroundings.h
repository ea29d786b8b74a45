// The directory and environment of a test, for as long as an object of this class lives: programs that are started from this
// process then find what the test says.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/native_run.h"
#include "suite/test.h"

namespace reweave::inline suite {

class Surroundings {
 public:
  explicit Surroundings(const TestSpec& test) {
    for (char** entry = environ; *entry != nullptr; ++entry) old_.emplace_back(*entry);
    std::error_code error;
    directory_ = std::filesystem::current_path(error);
    const auto wanted = TestEnvironment(test, {});
    clearenv();
    for (const auto& text : wanted) Put(text);
    if (!test.directory.empty()) ok_ = chdir(test.directory.c_str()) == 0;
  }
  ~Surroundings() {
    clearenv();
    for (const auto& text : old_) Put(text);
    std::error_code error;
    std::filesystem::current_path(directory_, error);
  }
  bool ok() const { return ok_; }

 private:
  static void Put(const std::string& text) {
    const auto equals = text.find('=');
    if (equals != std::string::npos && equals > 0) setenv(text.substr(0, equals).c_str(), text.c_str() + equals + 1, 1);
  }
  std::vector<std::string> old_;
  std::filesystem::path directory_;
  bool ok_ = true;
};

}  // namespace reweave::inline suite
