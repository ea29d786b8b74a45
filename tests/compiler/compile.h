// Compiles a program with the drivers under test and reads its facts.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "facts/reader.h"

namespace reweave {

// Returns the path of the executable; a failed compilation is a test failure.
inline std::string Compile(const std::string& sources, const std::string& flags, const std::string& output) {
  std::filesystem::create_directories(REWEAVE_WORK);
  std::string path = std::string(REWEAVE_WORK "/") + output;
  std::string command =
      "cd " REWEAVE_PROGRAMS " && " REWEAVE_TOOLCHAIN "/reweave-c++ -std=c++20 -pthread " + flags + " " + sources + " -o " + path;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return path;
}

inline Facts FactsOf(const std::string& path) {
  auto facts = ReadFacts(path);
  if (!facts) {
    ADD_FAILURE() << facts.error().ToString();
    std::abort();
  }
  return std::move(*facts);
}

inline const FunctionFacts& Function(const Facts& facts, const std::string& id) {
  const FunctionFacts* found = facts.FindFunction(id);
  if (!found) {
    ADD_FAILURE() << "no function " << id;
    std::abort();
  }
  return *found;
}

}  // namespace reweave
