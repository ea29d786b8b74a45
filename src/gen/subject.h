// The class under test with everything that can be called, each with the values of its arguments; and what is left out and why.
#pragma once

#include <algorithm>
#include <map>
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
  bool only_probe = false;  // an invariant of the user: looked at after the calls, never called by a thread
};

// Another object of the class is among its arguments.
bool TakesOther(const Operation& operation);

struct LeftOut {
  std::string signature, reason;
};

struct Subject {
  ClassModel model;
  Promise promise;
  std::vector<Operation> constructors, methods;
  std::vector<LeftOut> left_out;
  std::vector<std::string> includes;  // further headers, that the user's expressions need
  std::map<std::string, Type> records;  // classes of results that can be compared, by their names
  std::size_t declared_methods = 0;

  const Operation& method(int op) const { return methods[static_cast<std::size_t>(op)]; }
  // Methods that threads can call.
  std::size_t callable_methods() const {
    return static_cast<std::size_t>(std::ranges::count(methods, false, &Operation::only_probe));
  }
  // A method takes another object of the class: then tests have two.
  bool has_other() const { return std::ranges::any_of(methods, TakesOther); }
};

struct SubjectOptions {
  std::vector<std::string> exclude;  // patterns of method names ("Clear*")
  ValuePools pools;
  std::map<std::string, std::vector<std::string>> factories;  // type -> expressions; of the class: "*E" if E gives a pointer
  std::string invariant;                                      // an expression over `object`
  bool invariant_must_compile = false;                        // it was given for this class alone
  std::vector<std::string> includes;                          // headers that these expressions need
};

// A call whose result does something when it goes away (a guard, a subscription) is not one step for others.
bool ReturnsAnEnding(const Type& returned);

// A reference to something that can be copied: threads read what it refers to, as callers do. What they read is not compared,
// since the call is over by then.
bool IsReadByCaller(const Callable& callable);

// Whether the method tells if the object is as it should be: `bool valid() const` and the like, or the user's invariant.
bool IsInvariant(const Operation& operation);

// Errors (kUsage): the class is abstract, has no constructor that can be called, has no method that can be called.
Result<Subject> MakeSubject(ClassModel model, const SubjectOptions& options);

}  // namespace reweave::gen
