#include "techniques/pcr/options.h"

#include <charconv>

#include "explore/search/patience.h"
#include "explore/search/site_variables.h"
#include "techniques/pcr/z3.h"

namespace reweave::pcr {

namespace {

constexpr char kHint[] = "known: keep=branches|conditions|all, after=random|stay|rr, solver=both|closure|z3, order=432|342, "
                         "dedupe=class|raw, rule5=ours|paper, "
                         "without=RULE, cores=on|off, equivalent=skip|solve, tries=N, paths=N, roots=N, runs=N";

bool Number(std::string_view text, unsigned* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size();
}

bool Set(std::string_view name, std::string_view value, StrategySettings& s) {
  const auto is = [&](std::string_view n, std::string_view v) { return name == n && value == v; };
  SearchOptions& search = s.search;
  unsigned number = 0;
  if (is("keep", "all")) return search.kept = Kept::kAll, true;
  if (is("keep", "branches")) return search.kept = Kept::kBranches, true;
  if (is("keep", "conditions")) return search.kept = Kept::kConditions, true;
  if (is("after", "random")) return s.after = abi::TailPolicy::kRandom, true;
  if (is("after", "stay")) return s.after = abi::TailPolicy::kStay, true;
  if (is("after", "rr")) return s.after = abi::TailPolicy::kRoundRobin, true;
  if (is("solver", "both")) return true;
  if (is("solver", "closure")) return search.solve.z3 = nullptr, true;
  if (is("solver", "z3")) return search.solve.only_z3 = true, true;
  if (is("order", "342") || is("order", "432")) return search.order342 = value == "342", true;
  if (is("dedupe", "class") || is("dedupe", "raw")) return search.raw_signatures = value == "raw", true;
  if (is("rule5", "ours") || is("rule5", "paper")) return search.rules.paper5 = value == "paper", true;
  if (is("equivalent", "skip") || is("equivalent", "solve")) return search.skip_equivalent = value == "skip", true;
  if (is("cores", "on") || is("cores", "off")) return search.solve.cores = value == "on", true;
  if (!Number(value, &number)) return false;
  if (name == "without" && number <= 7 && number != 1) return search.rules.off[number] = true, true;
  if (name == "tries" && number > 0) return search.max_tries = number, true;
  if (name == "roots") return s.roots = number, true;
  if (name == "paths") return s.paths = number, true;
  if (name == "runs" && number > 0) return s.intended_runs = number, true;
  return false;
}

}  // namespace

Result<StrategySettings> ParseSettings(std::string_view text) {
  StrategySettings settings;
  settings.search.solve.z3 = [] { return Z3::Load(); };
  settings.search.solve.quick_first = true;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const auto equals = item.find('=');
    if (equals == std::string_view::npos || !Set(item.substr(0, equals), item.substr(equals + 1), settings))
      return Fail(ErrorCategory::kUsage, "not a setting of this strategy", std::string(item), {}, kHint);
  }
  if (settings.search.solve.only_z3 && Z3::Load() == nullptr) {
    std::string why;
    Z3::Load(&why);
    return Fail(ErrorCategory::kUsage, "cannot solve with Z3", {}, why, "leave solver=z3 out");
  }
  return settings;
}

Result<StrategySettings> SettingsOf(const StrategyOptions& options) {
  RW_ASSIGN(StrategySettings settings, ParseSettings(options.parameter));
  if (const auto patience = options.inputs.Get<Patience>())
    settings.search.over = patience->over, settings.search.solve.threads = patience->threads;
  if (const auto names = options.inputs.Get<SiteVariables>()) settings.search.variable_of = names->of;
  return settings;
}

}  // namespace reweave::pcr
