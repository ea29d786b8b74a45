// How a selection is shown: text, JSON, names, what ctest accepts.
#pragma once

#include <string>

#include "techniques/simrt/suite.h"

namespace reweave::inline cli {

std::string SelectionText(const SuiteResult& suite, bool all);
std::string SelectionNames(const SuiteResult& suite, bool all);  // one a line
std::string SelectionCTest(const SuiteResult& suite);  // a regular expression for ctest -R
std::string SelectionJson(const SuiteResult& suite, const SuiteOptions& options);

}  // namespace reweave::inline cli
