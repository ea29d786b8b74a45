#include "techniques/pcr/z3.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include "base/command.h"
#include "techniques/pcr/z3_abi.h"

namespace reweave::pcr {

const Z3* Z3::Load(std::string* why) {
  static std::string problem;
  static const std::optional<Z3> loaded = [] -> std::optional<Z3> {
    const auto path = std::filesystem::path(OwnProgram()).parent_path().parent_path() / "lib" / "reweave" / kZ3Library;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* text = dlerror();
      problem = text != nullptr ? text : "cannot be loaded";
      return std::nullopt;
    }
    Z3 out;
    out.solve_ = dlsym(library, kZ3SolveName), out.version_ = dlsym(library, kZ3VersionName);
    if (out.solve_ != nullptr && out.version_ != nullptr) return out;
    problem = "the library is of another version";
    return std::nullopt;
  }();
  if (why != nullptr) *why = problem;
  return loaded ? &*loaded : nullptr;
}

std::string Z3::version() const { return reinterpret_cast<Z3Version>(version_)(); }

FormulaAnswer Z3::Solve(const Formula& formula, unsigned timeout_ms) const {
  std::unordered_map<EventId, std::uint32_t> number;
  for (const EventId e : formula.events) number.emplace(e, static_cast<std::uint32_t>(number.size()));
  std::vector<std::uint32_t> data;
  for (const Clause& clause : formula.clauses) {
    data.push_back(static_cast<std::uint32_t>(clause.any.size()));
    for (const auto& all : clause.any) {
      data.push_back(static_cast<std::uint32_t>(all.size()));
      for (const Before& pair : all) data.push_back(number.at(pair.a)), data.push_back(number.at(pair.b));
    }
  }
  std::vector<std::int64_t> times(formula.events.size());
  std::vector<std::uint32_t> core(formula.clauses.size());
  std::uint32_t core_size = 0;
  const int answer = reinterpret_cast<Z3Solve>(solve_)(static_cast<std::uint32_t>(formula.events.size()),
                                                       static_cast<std::uint32_t>(formula.clauses.size()), data.data(),
                                                       timeout_ms, times.data(), core.data(), &core_size);
  FormulaAnswer out;
  if (answer < 0) return out;
  if (answer == 0) {
    out.verdict = Verdict::kImpossible;
    out.core.assign(core.begin(), core.begin() + core_size);
    return out;
  }
  out.verdict = Verdict::kPossible;
  out.order = formula.events;
  std::ranges::sort(out.order,
                    [&](EventId a, EventId b) { return std::pair(times[number.at(a)], a) < std::pair(times[number.at(b)], b); });
  return out;
}

}  // namespace reweave::pcr
