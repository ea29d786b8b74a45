#include "facts/print.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/escape.h"

namespace reweave::inline facts {
namespace {

using nlohmann::json;

constexpr const char* kOrders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};

const char* OrderText(std::uint8_t order) { return order < 6 ? kOrders[order] : "?"; }

bool IsOrdered(facts::AccessKind kind) { return kind >= facts::AccessKind::kAtomicLoad && kind <= facts::AccessKind::kFence; }

std::string PositionText(const SourcePosition& position) {
  if (position.line == 0) return position.file.empty() ? "?" : position.file;
  return position.column ? fmt::format("{}:{}:{}", position.file, position.line, position.column)
                         : fmt::format("{}:{}", position.file, position.line);
}

std::string PlaceText(const SitePlace& place) {
  if (!place.library) return PositionText(place.at);
  if (place.user.line == 0) return PositionText(place.at) + " (library)";
  return PositionText(place.user) + " (in " + place.function.str() + ")";
}

class TextPrinter {
 public:
  explicit TextPrinter(std::ostream& out) : out_(out) {}

  void Function(const FunctionFacts& f) {
    Line("{} {}{}", PositionText(f.position), f.pretty, f.system() ? " [system]" : "");
    Line("  id {}  hash {}", f.id, ToHex(f.hash));
    for (std::size_t i = 0; i < f.blocks.size(); ++i) {
      Block(i, f.blocks[i]);
      for (std::size_t k = 0; k < f.accesses.size(); ++k)
        if (f.accesses[k].block == i) Access(f, k);
      for (const CallSite& call : f.calls)
        if (call.block == i) Call(f, call);
      for (const BranchSite& branch : f.branches)
        if (branch.block == i) Branch(branch);
      for (const LoopSite& loop : f.loops)
        if (loop.block == i) Line("    loop depth {}", loop.depth);
    }
  }

  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    out_ << EscapeLine(fmt::format(format, std::forward<Args>(args)...)) << '\n';
  }

 private:
  void Block(std::size_t number, const BlockFacts& block) {
    std::string edges;
    for (const BlockEdge& edge : block.edges) {
      edges +=
          fmt::format(" {}{}", edge.target, edge.label == facts::EdgeLabel::kNone ? "" : std::string(":") + Text(edge.label));
      if (edge.label == facts::EdgeLabel::kCase) edges += fmt::format(" {}", edge.value);
    }
    Line("  block {} {}/{} lines {}-{} ->{}", number, ToHex(block.hash).substr(0, 12), block.occurrence, block.first_line,
         block.last_line, edges);
  }

  void Access(const FunctionFacts& f, std::size_t number) {
    const AccessSite& site = f.accesses[number];
    std::string order = IsOrdered(site.kind) ? std::string(" ") + OrderText(site.order) : "";
    if (site.kind == facts::AccessKind::kAtomicCas) order += std::string("/") + OrderText(site.failure_order);
    Line("    {}{} {} {} size {} at {}  #{}", Text(site.kind), order, Text(site.variable.kind),
         site.variable.name.empty() ? "?" : site.variable.name, site.size ? std::to_string(site.size) : "?",
         PlaceText(site.place), f.first_guard[0] + number);
  }

  void Call(const FunctionFacts& f, const CallSite& call) {
    std::string what = call.kind == facts::CalleeKind::kDirect    ? call.callee_name
                       : call.kind == facts::CalleeKind::kVirtual ? fmt::format("virtual {} slot {}", call.callee, call.slot)
                                                                  : "indirect " + call.signature;
    if (call.operation != facts::Operation::kNone)
      what += fmt::format(" [{} {}{}{}]", Text(call.operation), call.object.name, call.entry.empty() ? "" : " -> ", call.entry);
    Line("    call {} at {}{}", what, PlaceText(call.place),
         call.guard == ~0u ? "" : fmt::format("  #{}", f.first_guard[1] + call.guard));
  }

  void Branch(const BranchSite& branch) {
    std::string sources;
    for (const ConditionSource& source : branch.sources)
      sources += fmt::format(" {}{}",
                             source.kind == facts::SourceKind::kAccess ? "access "
                             : source.kind == facts::SourceKind::kCall ? "call "
                                                                       : "parameter ",
                             source.index);
    Line("    branch at {} on{}", PlaceText(branch.place), sources.empty() ? " nothing seen" : sources);
  }

  std::ostream& out_;
};

json ToJson(const SourcePosition& p) { return {{"file", p.file}, {"line", p.line}, {"column", p.column}}; }

json ToJson(const SitePlace& place) {
  json out = {{"at", ToJson(place.at)}, {"function", place.function.str()}, {"library", place.library}};
  if (place.library && place.user.line != 0) out["user"] = ToJson(place.user), out["user_function"] = place.user_function.str();
  return out;
}

json ToJson(const Variable& v) {
  return {{"kind", Text(v.kind)}, {"name", v.name},     {"record", v.record},
          {"field", v.field},     {"object", v.object}, {"type", v.type}};
}

json ToJson(const FunctionFacts& f) {
  json out = {{"id", f.id},
              {"mangled", f.mangled},
              {"name", f.pretty},
              {"record", f.record},
              {"parameter_record", f.parameter_record},
              {"scope", f.scope},
              {"signature", f.signature},
              {"position", ToJson(f.position)},
              {"system", f.system()},
              {"flags", f.flags},
              {"virtual_slot", f.virtual_slot},
              {"hash", ToHex(f.hash)},
              {"first_guard", f.first_guard},
              {"guard_count", f.guard_count}};
  json& blocks = out["blocks"] = json::array();
  for (const BlockFacts& block : f.blocks) {
    json edges = json::array();
    for (const BlockEdge& edge : block.edges) {
      json e = {{"target", edge.target}, {"label", Text(edge.label)}};
      if (edge.label == facts::EdgeLabel::kCase) e["value"] = edge.value;
      edges.push_back(std::move(e));
    }
    blocks.push_back({{"hash", ToHex(block.hash)},
                      {"occurrence", block.occurrence},
                      {"first_line", block.first_line},
                      {"last_line", block.last_line},
                      {"edges", std::move(edges)}});
  }
  json& accesses = out["accesses"] = json::array();
  for (const AccessSite& site : f.accesses) {
    json a = {{"kind", Text(site.kind)},
              {"size", site.size},
              {"block", site.block},
              {"ordinal", site.ordinal},
              {"variable", ToJson(site.variable)},
              {"place", ToJson(site.place)},
              {"range", (site.flags & facts::kSiteRange) != 0},
              {"volatile", (site.flags & facts::kSiteVolatile) != 0},
              {"thread_local", (site.flags & facts::kSiteThreadLocal) != 0}};
    if (IsOrdered(site.kind)) a["order"] = OrderText(site.order);
    if (site.kind == facts::AccessKind::kAtomicCas) a["failure_order"] = OrderText(site.failure_order);
    accesses.push_back(std::move(a));
  }
  json& calls = out["calls"] = json::array();
  for (const CallSite& call : f.calls) {
    json c = {{"kind", Text(call.kind)},
              {"operation", Text(call.operation)},
              {"block", call.block},
              {"ordinal", call.ordinal},
              {"callee", call.callee},
              {"callee_name", call.callee_name},
              {"slot", call.slot},
              {"signature", call.signature},
              {"object", ToJson(call.object)},
              {"entry", call.entry},
              {"place", ToJson(call.place)}};
    if (call.guard != ~0u) c["guard"] = call.guard;
    calls.push_back(std::move(c));
  }
  json& branches = out["branches"] = json::array();
  for (const BranchSite& branch : f.branches) {
    json sources = json::array();
    for (const ConditionSource& s : branch.sources)
      sources.push_back({{"kind", s.kind == facts::SourceKind::kAccess ? "access"
                                  : s.kind == facts::SourceKind::kCall ? "call"
                                                                       : "parameter"},
                         {"index", s.index}});
    branches.push_back({{"block", branch.block}, {"sources", std::move(sources)}, {"place", ToJson(branch.place)}});
  }
  json& loops = out["loops"] = json::array();
  for (const LoopSite& loop : f.loops)
    loops.push_back({{"block", loop.block}, {"depth", loop.depth}, {"place", ToJson(loop.place)}});
  return out;
}

bool Wanted(const FunctionFacts& f, const PrintFactsOptions& options) {
  return (options.system || !f.system()) && (options.function.empty() || f.pretty.find(options.function) != std::string::npos);
}

}  // namespace

void PrintFacts(const Facts& facts, std::ostream& out, const PrintFactsOptions& options) {
  if (options.json) {
    json all = {{"schema", 1},
                {"tool", "reweave"},
                {"command", "facts"},
                {"build", facts.build_key()},
                {"units", json::array()},
                {"functions", json::array()}};
    for (const UnitFacts& unit : facts.units())
      all["units"].push_back({{"path", unit.path},
                              {"compiler", unit.compiler},
                              {"language", unit.language},
                              {"standard", unit.standard},
                              {"options", unit.options}});
    for (const FunctionFacts& f : facts.functions())
      if (Wanted(f, options)) all["functions"].push_back(ToJson(f));
    // Names come from the program and need not be UTF-8.
    out << all.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return;
  }
  TextPrinter printer(out);
  printer.Line("build {}", facts.build_key());
  for (const FunctionFacts& f : facts.functions())
    if (Wanted(f, options)) printer.Function(f);
}

std::string FactsText(const Facts& facts) {
  std::ostringstream out;
  PrintFacts(facts, out);
  return std::move(out).str();
}

std::string FactsJson(const Facts& facts) {
  std::ostringstream out;
  PrintFacts(facts, out, {.json = true, .system = true, .function = {}});
  return std::move(out).str();
}

}  // namespace reweave::inline facts
