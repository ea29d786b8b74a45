// The class under test with everything that can be called, each with the values of its arguments; and what is left out and why.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "gen/arguments.h"
#include "gen/model.h"
#include "gen/promise.h"

namespace reweave::gen {

struct Operation {
  Callable callable;
  std::vector<Argument> arguments;
  bool overloaded = false;  // another one with its name: arguments are written with their types
};

struct LeftOut {
  std::string signature, reason;
};

struct Subject {
  ClassModel model;
  Promise promise;
  std::vector<Operation> constructors, methods;
  std::vector<LeftOut> left_out;
  std::size_t declared_methods = 0;

  const Operation& method(int op) const { return methods[static_cast<std::size_t>(op)]; }
};

struct SubjectOptions {
  std::vector<std::string> exclude;  // patterns of method names ("Clear*")
  ValuePools pools;
};

// Errors (kUsage): the class is abstract, has no constructor that can be called, has no method that can be called.
Result<Subject> MakeSubject(ClassModel model, const SubjectOptions& options);

}  // namespace reweave::gen
