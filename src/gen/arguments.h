// Values of arguments: a few expressions for each type, the simplest first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/model.h"

namespace reweave::gen {

struct Value {
  std::string typed;  // an expression of exactly this type
  std::string plain;  // as a person writes it in a call: converts to the type by itself
};

// Values that the user or the class gives: tried before our own.
struct ValuePools {
  std::map<std::string, std::vector<std::string>> by_type;  // "int" -> "42"; also the name of a parameter
  std::vector<long> ints;
  std::vector<std::string> strings;
};

// One parameter of a callable, with what it can be given.
struct Argument {
  Type type;                  // of the variable: of a pointer, what it points to
  std::vector<Value> values;
  bool lasting = false;       // a variable that lives as long as the object: by non-const reference or by pointer
  bool pointer = false;       // its address is passed
  bool moved = false;         // passed by std::move
  bool out = false;           // the call may write it
};

class Arguments {
 public:
  Arguments(const ClassModel& model, ValuePools pools) : model_(model), pools_(std::move(pools)) {}

  // Of all parameters; parameters with a default that nothing is known for are left out. `why_not`: the first that has no value.
  std::optional<std::vector<Argument>> Of(const Callable& callable, std::string& why_not) const;

 private:
  std::optional<Argument> OfParameter(const Parameter& parameter) const;
  std::vector<Value> ValuesOf(const Type& type, int depth) const;
  std::vector<Value> Numbers(const Type& type) const;
  std::vector<Value> Strings(const Type& type) const;
  std::vector<Value> Records(const Type& type, int depth) const;
  std::vector<Value> Functions(const Type& type, int depth) const;
  std::vector<Value> Library(const Type& type, int depth) const;

  const ClassModel& model_;
  ValuePools pools_;
};

}  // namespace reweave::gen
