// Values of arguments: a few expressions for each type, the simplest first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/mine.h"
#include "gen/model.h"

namespace reweave::gen {

// In both texts kObject stands for the object under test.
struct Value {
  std::string typed;  // an expression of exactly this type
  std::string plain;  // as a person writes it in a call: converts to the type by itself
  bool null = false;  // of a pointer: no variable, nullptr
  bool calls_back = false;  // a function that calls a method of the object that is not const
};
constexpr char kObject[] = "$object";

// The text with the object's name in the place of kObject; `pointer`: the name is that of a pointer.
std::string WithObject(const std::string& text, const std::string& object, bool pointer = false);

// Values that the user or the class gives: tried before our own.
struct ValuePools {
  std::map<std::string, std::vector<std::string>> by_type;  // "int" -> "42"; also the name of a parameter
  std::vector<long> ints;
  std::vector<std::string> strings;
  MinedValues mined;  // what the project's tests pass
};

// One parameter of a callable, with what it can be given.
struct Argument {
  Type type;                  // of the variable: of a pointer, what it points to
  std::vector<Value> values;
  bool lasting = false;       // a variable that lives as long as the object: by non-const reference or by pointer
  bool other = false;         // another object of the class, shared by all threads: the one that the call is not made on
  bool pointer = false;       // its address is passed
  bool moved = false;         // passed by std::move
  bool out = false;           // the call may write it
};

class Arguments {
 public:
  Arguments(const ClassModel& model, ValuePools pools) : model_(model), pools_(std::move(pools)) {}

  // Of all parameters; parameters with a default that nothing is known for are left out. `why_not`: the first that has no value.
  // `has_object`: there is an object to be used in values and beside another one: not so for constructors.
  std::optional<std::vector<Argument>> Of(const Callable& callable, std::string& why_not, bool has_object = true) const;

 private:
  std::optional<Argument> OfParameter(const Callable& callable, std::size_t index, bool has_object) const;
  // What the user and the project's tests give for it.
  std::vector<Value> Given(const Callable& callable, std::size_t index, const Type& type) const;
  std::vector<Value> ValuesOf(const Type& type, int depth) const;
  std::vector<Value> Numbers(const Type& type) const;
  std::vector<Value> Strings(const Type& type) const;
  std::vector<Value> Records(const Type& type, int depth) const;
  std::vector<Value> Functions(const Type& type, int depth) const;
  // Statements that call back into the object: one for a method that only looks, one for a method that changes it.
  // Statements, and whether each changes the object.
  std::vector<std::pair<std::string, bool>> CallsBack() const;
  std::vector<Value> Library(const Type& type, int depth) const;

  const ClassModel& model_;
  ValuePools pools_;
};

}  // namespace reweave::gen
