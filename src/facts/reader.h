// Reads the facts of an ELF file (executable or shared library) without running it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "facts/facts.h"
#include "facts/linked.h"

namespace reweave::inline facts {

// One site as `Find` answers it: pointers into the Facts that gave it, valid as long as those live.
struct SiteInfo {
  abi::SiteClass site_class{};
  const FunctionFacts* function = nullptr;
  std::uint32_t index = 0;               // in the function's list of that class
  const SitePlace* place = nullptr;      // null: blocks of functions without line information
  const AccessSite* access = nullptr;    // one of these by class
  const CallSite* call = nullptr;
  const BranchSite* branch = nullptr;
  const BlockFacts* block = nullptr;
  const LoopSite* loop = nullptr;

  // What people are shown: the user frame if there is one, else the site's own place.
  const SourcePosition& position() const;
  const std::string& function_name() const;
  std::string variable() const;          // "" if it has none
  bool library() const { return place && place->library; }
};

class Facts {
 public:
  Facts(Facts&&) noexcept = default;
  Facts& operator=(Facts&&) noexcept = default;
  // By hand, without sites: for tests of what works on functions alone.
  static Facts Of(std::vector<FunctionFacts> functions, std::vector<UnitFacts> units = {}) {
    Facts facts;
    facts.functions_ = std::move(functions);
    facts.units_ = std::move(units);
    return facts;
  }

  // A copy that may be edited, but for the number and order of functions and of their sites. Lists by name are put in order
  // again.
  struct Lists {
    std::vector<FunctionFacts>& functions;
    std::vector<GlobalFacts>& globals;
    std::vector<RecordFacts>& records;
    std::vector<TableFacts>& tables;
    std::vector<DataFacts>& data;
  };
  Facts Edited(const std::function<void(Lists)>& edit) const;

  const std::vector<FunctionFacts>& functions() const { return functions_; }
  // Declarations of the program's own globals and record types, by name; variants (an ODR violation) follow each other.
  const std::vector<GlobalFacts>& globals() const { return globals_; }
  const std::vector<RecordFacts>& records() const { return records_; }
  const std::vector<UnitFacts>& units() const { return units_; }
  const std::vector<TableFacts>& tables() const { return tables_; }  // by name
  const std::vector<DataFacts>& data() const { return data_; }  // by name
  const LinkedFacts& linked() const { return linked_; }
  // `index`: of the guard in the module's section of that class, from 0 (a trace's site id without class and module base).
  const SiteInfo* Find(abi::SiteClass cls, std::uint32_t index) const;
  std::uint32_t guard_count(abi::SiteClass cls) const { return static_cast<std::uint32_t>(sites_[static_cast<int>(cls)].size()); }
  const FunctionFacts* FindFunction(std::string_view id) const;
  // Hash of facts and code; the same for the same sources in another directory. 32 hex digits.
  const std::string& build_key() const { return build_key_; }

 private:
  friend class FactsBuilder;
  Facts() = default;
  std::vector<FunctionFacts> functions_;
  std::vector<GlobalFacts> globals_;
  std::vector<RecordFacts> records_;
  std::vector<UnitFacts> units_;
  std::vector<TableFacts> tables_;
  std::vector<DataFacts> data_;
  LinkedFacts linked_;
  std::array<std::vector<SiteInfo>, 5> sites_;  // point into functions_
  std::string build_key_;
};

// A file that is not ELF, is damaged or has no facts is an error that names the byte offset: kUsage for the first two, kTarget
// for a program that was not built with reweave-c++.
Result<Facts> ReadFacts(const std::string& path);
// Whether the file was built with the driver. Looks at its section headers only; whether its facts can be read is not known.
bool HasFacts(const std::string& path);
// The same from memory; `name` is for messages.
Result<Facts> ParseFacts(std::span<const std::byte> file, const std::string& name);

}  // namespace reweave::inline facts
