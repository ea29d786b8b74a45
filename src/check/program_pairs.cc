#include "check/program_pairs.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "base/file.h"
#include "change/linking.h"
#include "check/windows.h"
#include "facts/elf_file.h"
#include "facts/shared_facts.h"
#include "suite/native_run.h"
#include "techniques/capp/icps.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

// Libraries of the project itself are found by a path in the program or in the environment; without one, all are the system's.
bool MayHaveLibraries(const std::string& program) {
  if (const char* paths = std::getenv("LD_LIBRARY_PATH"); paths != nullptr && *paths != '\0') return true;
  const auto bytes = ReadFile(program, "");
  const auto file = bytes ? ElfFile::Parse(*bytes, program) : Result<ElfFile>(Fail(ErrorCategory::kUsage, ""));
  const ElfSection* section = file ? file->Find(".dynamic") : nullptr;
  if (section == nullptr) return true;
  const std::string_view dynamic = file->Bytes(*section);
  for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.size(); at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, dynamic.data() + at, sizeof entry);
    if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH) return true;
  }
  return false;
}

// Shared libraries of the program that were built with the driver, by file name. The dynamic linker tells them without running
// the program.
std::map<std::string, std::string> LibrariesOf(const std::string& program) {
  std::map<std::string, std::string> out;
  if (!MayHaveLibraries(program)) return out;
  TestSpec list;
  list.name = program;
  list.command = {program};
  list.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};
  const auto run = RunNatively(list, {.timeout = std::chrono::seconds(10), .memory = 0});
  if (!run) return out;
  std::istringstream lines(run->output);
  for (std::string line; std::getline(lines, line);) {
    const auto arrow = line.find("=> /");
    if (arrow == std::string::npos) continue;
    const std::string path = line.substr(arrow + 3, line.rfind(" (") - arrow - 3);
    if (path.starts_with("/lib/") || path.starts_with("/usr/") || path.starts_with("/lib64/")) continue;
    out.emplace(fs::path(path).filename().string(), path);
  }
  return out;
}

// dlopen, lt_dlopen, g_module_open: which library that is, only a run shows.
bool LoadsLibraries(const Facts& facts) {
  return std::ranges::any_of(facts.functions(), [](const FunctionFacts& f) {
    return std::ranges::any_of(f.calls, [](const CallSite& call) {
      return call.callee.find("dlopen") != std::string::npos || call.callee.find("dlmopen") != std::string::npos ||
             call.callee.find("module_open") != std::string::npos;
    });
  });
}

std::map<std::string, std::string> LibrariesBelow(const std::string& directory) {
  constexpr std::size_t kMostEntries = 100'000;
  std::map<std::string, std::string> out;
  std::error_code error;
  std::size_t entries = 0;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end && entries < kMostEntries;
       entry.increment(error), ++entries) {
    const std::string name = entry->path().filename().string();
    if ((name.ends_with(".so") || name.find(".so.") != std::string::npos) && entry->is_regular_file(error))
      out.emplace(name, entry->path().string());
  }
  return out;
}

// Code and data, and what names stand for. A key of the build knows the code of the functions alone.
bool SameCode(const Facts& before, const Facts& now) {
  return before.build_key() == now.build_key() && LinkDifferences(before, now).empty();
}

bool IsLambda(const FunctionFacts& f) {
  return f.pretty.find("{lambda") != std::string::npos || f.pretty.find("'lambda") != std::string::npos;
}

// A schedule that was not recorded may go from them into what changed.
void AddCallers(const Facts& before, ProgramPair& pair) {
  std::map<std::uint32_t, std::string> by_slot;        // changed virtual functions
  std::map<std::string, std::string> by_signature;     // changed functions whose address is taken
  for (const auto& [id, changed] : pair.changed) {
    const FunctionFacts* f = before.FindFunction(id);
    if (f == nullptr) continue;
    if (f->virtual_slot >= 0) by_slot.emplace(static_cast<std::uint32_t>(f->virtual_slot), changed.name);
    else if (!IsLambda(*f)) by_signature.emplace(f->signature, changed.name);
  }
  const auto called = [&](const CallSite& call) -> const std::string* {
    if (call.kind == facts::CalleeKind::kDirect) {
      const auto found = pair.changed.find(call.callee);
      return found == pair.changed.end() ? nullptr : &found->second.name;
    }
    if (call.kind == facts::CalleeKind::kVirtual) {
      const auto found = by_slot.find(call.slot);
      return found == by_slot.end() ? nullptr : &found->second;
    }
    const auto found = by_signature.find(call.signature);
    return found == by_signature.end() ? nullptr : &found->second;
  };
  for (const FunctionFacts& f : before.functions()) {
    if (pair.changed.contains(f.id)) continue;
    for (const CallSite& call : f.calls)
      if (const std::string* name = called(call)) pair.near.emplace(f.id, *name);
  }
}

}  // namespace

void ProgramPairs::SetBuilds(const std::string& before, const std::string& now) {
  old_built_ = LibrariesBelow(before);
  new_built_ = LibrariesBelow(now);
}

const ProgramPair& ProgramPairs::Of(const std::string& before, const std::string& now) {
  const auto [entry, fresh] = pairs_.try_emplace({before, now});
  if (fresh) entry->second = Compare(before, now);
  return entry->second;
}

ProgramPair ProgramPairs::Compare(const std::string& before, const std::string& now) {
  ProgramPair pair;
  if (!SharedFacts(now)) return pair;
  pair.instrumented = true;
  pair.modules = {now};
  if (before.empty()) return pair;
  const auto change = ProgramChange::Of(before, now);
  if (!change) {
    pair.unsure = "the old program was not built with the driver";
    return pair;
  }
  const Facts &old_facts = (*change)->old_facts(), &new_facts = (*change)->new_facts();
  pair.same = SameCode(old_facts, new_facts);
  pair.outline = std::make_shared<const ChangeOutline>(OutlineOf(**change));
  pair.labels = std::make_shared<const CappLabels>(new_facts, ImpactedPoints(**change));
  if (!pair.same) Add(**change, pair);
  std::set<std::string> ids, new_ids;
  for (const auto& [id, changed] : pair.changed) ids.insert(id);
  pair.chains = FunctionsNear(old_facts, ids);
  pair.old_entries = CallsInto(old_facts, ids);
  for (std::uint32_t i = 0; i < new_facts.functions().size(); ++i)
    if (const std::uint32_t old = (*change)->matching().of(i).old_function;
        old != kNoMatch && ids.contains(old_facts.functions()[old].id))
      new_ids.insert(new_facts.functions()[i].id);
  pair.entries = CallsInto(new_facts, new_ids);
  for (const FunctionFacts& f : old_facts.functions())
    if (f.mangled == "main") pair.main_file = f.position.file;
  Libraries old_libraries = LibrariesOf(before), libraries = LibrariesOf(now);
  if (LoadsLibraries(old_facts) || LoadsLibraries(new_facts)) {
    old_libraries.insert(old_built_.begin(), old_built_.end());
    libraries.insert(new_built_.begin(), new_built_.end());
  }
  for (const auto& [name, path] : libraries) {
    if (!SharedFacts(path)) continue;
    pair.modules.push_back(path);
    const auto was = old_libraries.find(name);
    const auto library =
        was == old_libraries.end() ? Result<std::shared_ptr<const ProgramChange>>(nullptr) : ProgramChange::Of(was->second, path);
    if (!library || *library == nullptr) {
      pair.same = false;
      pair.unsure = fmt::format("the library {} is new", name);
      ++pair.points;
      continue;
    }
    if (SameCode((*library)->old_facts(), (*library)->new_facts())) continue;
    pair.same = false;
    Add(**library, pair);
  }
  return pair;
}

void ProgramPairs::Add(const ProgramChange& change, ProgramPair& pair) {
  const Matching& matching = change.matching();
  const IcpSet& set = ImpactedPoints(change);
  const Facts& now = matching.new_facts();
  const Facts& before = matching.old_facts();
  pair.points += set.points.size();
  pair.functions += set.changed_functions;
  std::unordered_map<std::string_view, std::pair<std::size_t, std::uint32_t>> of_function;  // points, first line
  std::set<std::pair<std::string, std::string>> declared;                                  // fields with another declaration
  for (const Icp& point : set.points) {
    points_.insert({point.cls, point.method, point.file, point.line, point.field});
    if (point.is_field()) {
      if (point.step == 2) declared.insert({point.cls, point.field});
      continue;
    }
    functions_.insert({point.cls, point.method});
    auto& [count, line] = of_function[point.method];
    ++count;
    if (line == 0 || (point.line != 0 && point.line < line)) line = point.line;
  }
  for (const std::string& note : set.notes) notes_.insert(note);
  // What no source line explains is explored all the same, and told.
  for (const std::string& difference : set.unexplained) {
    ++pair.points;
    pair.unsure = "not explained by any source line: " + difference;
    notes_.insert(pair.unsure);
  }
  const FieldNames names(now);
  const auto uses_declared = [&](const FunctionFacts& f) {
    const auto is = [&](const FieldName& name) { return name && declared.contains({name.cls, name.field}); };
    for (const AccessSite& access : f.accesses)
      if (is(names.Of(access.variable))) return true;
    for (const CallSite& call : f.calls)
      if (is(names.Of(call))) return true;
    return false;
  };
  std::set<std::string> called;  // directly, in the new version
  for (const FunctionFacts& f : now.functions())
    for (const CallSite& call : f.calls)
      if (call.kind == facts::CalleeKind::kDirect) called.insert(call.callee);
  std::set<std::string> changed_now;
  for (std::uint32_t i = 0; i < now.functions().size(); ++i) {
    const FunctionFacts& f = now.functions()[i];
    if (f.system()) continue;
    const auto found = of_function.find(f.pretty);
    const bool touched = found != of_function.end();
    if (!touched && (declared.empty() || !uses_declared(f))) continue;
    const std::uint32_t old_function = matching.of(i).old_function;
    if (old_function != kNoMatch) {
      changed_now.insert(f.id);
      ProgramPair::Changed& entry = pair.changed[before.functions()[old_function].id];
      entry = {.name = f.pretty,
               .file = f.position.file,
               .line = touched && found->second.second != 0 ? found->second.second : f.position.line,
               .points = std::max<std::size_t>(1, touched ? found->second.first : 1)};
    } else if (!called.contains(f.id) && !IsLambda(f) && f.mangled != "main") {
      // Somebody who did not change may come to it: an override, a callback, an entry of a thread.
      pair.unsure = fmt::format("{} is new and called through a pointer or a virtual function", f.pretty);
    }
  }
  AddCallers(before, pair);
  if ((!set.points.empty() || set.changed_functions > 0) && pair.changed.empty() && pair.unsure.empty())
    pair.unsure = "no function of the old version corresponds to what changed";
}

}  // namespace reweave::inline check
