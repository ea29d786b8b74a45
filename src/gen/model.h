// A class as `reweave gen` sees it: what can be called on it and with what. Read from the JSON that reweave-classes prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::gen {

struct Type {
  std::string text;    // as in a declaration: "const std::string &"
  std::string value;   // without reference and const: what a variable is declared with
  std::string kind;    // see gen/classes/types.h
  std::string ref;     // "", "&", "&&"
  bool is_const = false;
  bool is_signed = false, is_char = false;
  int bits = 0;
  std::vector<std::string> enumerators;
  std::vector<Type> of;       // elements, pointee, parameters of a function
  std::vector<Type> returns;  // of a function: one
  bool complete = true, has_default = false, copies = false, moves = false, is_abstract = false, aggregate = false;
  std::vector<std::vector<Type>> constructors;
  bool ends_with_code = false;           // its destructor, or that of a part, was written by somebody
  std::vector<std::string> observed_by;  // what can be compared of it, after the object: ".x", ".x()"
  std::vector<Type> observed;            // the types of that

  bool is_out() const { return ref == "&" && !is_const; }
};

struct Parameter {
  std::string name;
  Type type;
  bool has_default = false;
};

struct Callable {
  std::string name, signature, comment, inherited_from;
  std::vector<Parameter> parameters;  // of a function of C style: without the object
  Type returns;
  bool is_const = false, is_static = false;
  bool nodiscard = false;    // its result may not be ignored
  bool factory = false;      // a constructor that is a function
  bool initialises = false;  // C style: a constructor that gets the object's memory
  bool copies = false;       // its copy constructor: a call that makes a copy of the object
  std::string template_of;   // made from a template of its, with these arguments: "U = int"
  std::string expression;    // given by the user, over kObject: a way to make the object, or an invariant
  std::string why_not;       // "" if it can be called
};

struct ClassModel {
  std::string header;        // as to be included
  std::string name;          // "spool::LruCache<int, int>"
  std::string short_name;    // "LruCache"
  bool c_style = false, is_abstract = false, destructible = true, complete = true;
  bool has_main = false;           // the file is a program of its own
  std::vector<std::string> prelude;  // standard headers that must come before it: it does not compile alone
  std::string comment, file_comment;
  std::vector<std::string> locks;  // members that are locks or atomics: "mutex_: std::mutex"
  std::vector<Callable> constructors, destructors, methods;
  std::vector<long> int_literals;          // that the class's own methods compare with
  std::vector<std::string> string_literals;
};

// What the error says if the header is at fault.
constexpr char kHeaderDoesNotCompile[] = "the header does not compile";

// Errors: kUsage with what reweave-classes says (the header does not compile, no such class, ...); kInternal if it is no JSON.
Result<ClassModel> ParseClassModel(std::string_view json, const std::string& header, const std::string& name);

}  // namespace reweave::gen
