// Which class derives from which, what classes virtual tables are of, and what class a parameter is declared to point to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/flow_program.h"

namespace reweave::inline analysis {

class ClassHierarchy {
 public:
  ClassHierarchy(const std::vector<RecordFacts>& records, const std::vector<TableFacts>& tables);

  const std::vector<std::string>& BasesOf(const std::string& record) const;
  // Itself and all that derive from it; none if it is not known.
  const std::unordered_set<std::string>& DerivedFrom(const std::string& record) const;
  // "_ZTVN2ns3BoxE" -> "ns::Box", "" if the program does not know that class.
  const std::string& ClassOfTable(const std::string& table);
  // By parameter of the function (from 0): the class that it is declared to point to, if its objects begin with a pointer to a
  // table and so can be told from others; else "".
  std::vector<std::string> ParameterClasses(const FunctionFacts& function) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> bases_;
  std::unordered_map<std::string, std::unordered_set<std::string>> derived_;
  std::unordered_map<std::string, std::string> tables_;
  std::unordered_set<std::string> with_table_;
};

// The types in the parentheses: "f(int, ns::Box<int, char>&) const" -> {"int", "ns::Box<int, char>&"}.
std::vector<std::string_view> ParameterTypes(std::string_view pretty);

}  // namespace reweave::inline analysis
