// The program that runs candidates of one class: its text, and its build with reweave-c++.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gen/read_class.h"
#include "gen/subject.h"

namespace reweave::gen {

struct WrapperText {
  std::string source;
  struct Part {
    int first, last;    // lines
    bool constructor;
    int op;
    std::string record = {};  // not of an operation: how values of this class are printed
  };
  std::vector<Part> parts;  // whose lines they are: an error there leaves the operation out
};

// The number of the method that a function of the wrapper calls, by the function's readable name; none: it calls no method.
std::optional<std::size_t> MethodOfWrapper(std::string_view function);

WrapperText WriteWrapper(const Subject& subject);

struct BuildOptions {
  std::string drivers;              // directory of reweave-c++
  std::string work;                 // directory for what is built
  std::string database;             // as given by -p
  CompileFlags flags;
  std::vector<std::string> link;    // sources, objects, archives and -l flags that the class needs
};

struct Built {
  std::string program;
  std::vector<std::string> link_line;  // objects and flags that were linked: for the emitted tests
  std::vector<std::string> sources;    // of the class, compiled for it
};

// Builds the wrapper; operations whose code does not compile are moved to subject.left_out. Sources: those of the database with
// the header's name, if that is not enough all that have no main. Errors (kUsage): it cannot be compiled or linked.
Result<Built> BuildWrapper(Subject& subject, const BuildOptions& options);

// Compiles a test that was written, against the same objects. The error's text is the compiler's.
Result<std::string> BuildTest(const std::string& source, const std::string& program, const std::string& compiler,
                              const Built& built, const BuildOptions& options, const std::vector<std::string>& more_flags = {});

}  // namespace reweave::gen
