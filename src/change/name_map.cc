#include "change/name_map.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "change/names.h"

namespace reweave::inline change {
namespace {

using NameSet = std::set<std::string, std::less<>>;

// All names that a version has of its own or mentions.
NameSet NamesIn(const Facts& facts) {
  NameSet out;
  std::set<std::string_view> done;
  const auto add = [&](std::string_view text) {
    if (done.insert(text).second) EachName(text, [&](const std::string& name) { out.insert(name); });
  };
  for (const RecordFacts& r : facts.records()) {
    add(r.name);
    for (const FieldFacts& f : r.fields) {
      out.insert(WithoutArguments(r.name) + "::" + f.name);
      add(f.type);
    }
  }
  for (const GlobalFacts& g : facts.globals()) add(g.name), add(g.type);
  for (const FunctionFacts& f : facts.functions()) {
    if (!f.system()) add(f.pretty);
    for (const std::string& name : f.names)
      if (name.starts_with(kNamedType) || name.starts_with(kNamedVariable)) add(std::string_view(name).substr(1));
  }
  return out;
}

// Those of them that the program declares, with the namespaces and classes around them.
NameSet OwnNames(const Facts& facts) {
  NameSet out;
  const auto add = [&](std::string_view text) {
    const std::string name = WithoutArguments(text);
    if (name.starts_with("std::") || name.starts_with("__")) return;
    for (std::size_t end = name.find("::"); end != std::string::npos; end = name.find("::", end + 2))
      out.insert(name.substr(0, end));
    out.insert(name);
  };
  for (const RecordFacts& r : facts.records()) {
    add(r.name);
    for (const FieldFacts& f : r.fields) add(WithoutArguments(r.name) + "::" + f.name);
  }
  for (const GlobalFacts& g : facts.globals()) add(g.name);
  for (const FunctionFacts& f : facts.functions())
    if (!f.system() && !f.scope.empty()) add(f.scope);
  return out;
}

// Which of `gone` is which of `fresh`, one to one.
class Pairing {
 public:
  void Vote(const std::string& before, const std::string& now) { ++votes_[{before, now}]; }
  // Those with the most votes first.
  template <typename Accept>
  void Elect(Accept accept) const {
    std::vector<std::pair<std::size_t, std::pair<std::string, std::string>>> order;
    for (const auto& [pair, count] : votes_) order.push_back({count, pair});
    std::ranges::sort(order,
                      [](const auto& a, const auto& b) { return std::tie(b.first, a.second) < std::tie(a.first, b.second); });
    for (const auto& [count, pair] : order) accept(pair.first, pair.second);
  }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> votes_;
};

class Finder {
 public:
  Finder(const Facts& old_facts, const Facts& new_facts)
      : old_(old_facts),
        new_(new_facts),
        old_names_(NamesIn(old_facts)),
        new_names_(NamesIn(new_facts)),
        old_own_(OwnNames(old_facts)),
        new_own_(OwnNames(new_facts)) {}

  NameTable Run() {
    if (std::ranges::includes(new_names_, old_names_) || std::ranges::includes(old_names_, new_names_)) return {};
    Records();
    Uses();
    Types();
    Fields();
    Globals();
    return std::move(table_);
  }

 private:
  bool Gone(const std::string& name) const { return old_names_.contains(name) && !new_names_.contains(name); }
  bool Fresh(const std::string& name) const { return new_names_.contains(name) && !old_names_.contains(name); }
  // Only what the program declares can be renamed by it: std::recursive_mutex that became std::mutex is another one.
  bool Add(const std::string& before, const std::string& now) {
    if (before.empty() || now.empty() || table_.contains(before) || taken_.contains(now) || !Gone(before) || !Fresh(now) ||
        !old_own_.contains(before) || !new_own_.contains(now))
      return false;
    table_.emplace(before, now);
    taken_.insert(now);
    return true;
  }

  template <typename Item>
  using Sides = std::pair<std::vector<const Item*>, std::vector<const Item*>>;

  // Pairs those that are alike in `key` and as many on both sides: in the order of the text.
  template <typename Item, typename Name, typename Key>
  void Alike(const Sides<Item>& sides, Name name, Key key) {
    std::map<std::string, Sides<Item>> groups;
    for (const Item* item : sides.first)
      if (!table_.contains(name(*item))) groups[key(*item, true)].first.push_back(item);
    for (const Item* item : sides.second)
      if (!taken_.contains(name(*item))) groups[key(*item, false)].second.push_back(item);
    for (auto& [text, group] : groups) {
      auto& [before, now] = group;
      if (text.empty() || before.size() != now.size()) continue;
      const auto place = [](const Item* item) { return std::tie(item->position.file, item->position.line); };
      std::ranges::sort(before, {}, place);
      std::ranges::sort(now, {}, place);
      for (std::size_t i = 0; i < before.size(); ++i) Add(name(*before[i]), name(*now[i]));
    }
  }

  std::string Was(std::string_view type, bool old) const { return old ? WithNames(type, table_) : std::string(type); }

  void Records() {
    const auto name = [](const RecordFacts& r) { return WithoutArguments(r.name); };
    Sides<RecordFacts> sides;
    NameSet seen;  // instances of one template are one
    for (const RecordFacts& r : old_.records())
      if (!NamesClosure(r.name) && Gone(name(r)) && seen.insert(name(r)).second) sides.first.push_back(&r);
    for (const RecordFacts& r : new_.records())
      if (!NamesClosure(r.name) && Fresh(name(r)) && seen.insert(name(r)).second) sides.second.push_back(&r);
    const auto fields = [&](const RecordFacts& r, bool names) {
      std::string out = std::to_string(r.bases.size()) + ":";
      for (const FieldFacts& f : r.fields) {
        if (names) out += f.name + " ";
        if (!names && f.name.starts_with("_vptr")) continue;
        // Types that were renamed, too, count for little.
        EachName(f.type, [&](const std::string& type) { out += Gone(type) || Fresh(type) ? "?" : type; });
        out += "/" + std::to_string(f.flags) + ";";
      }
      return out;
    };
    const auto last = [&](const RecordFacts& r) { return std::string(LastPart(name(r))); };
    Alike(sides, name, [&](const RecordFacts& r, bool) { return last(r) + " " + fields(r, false); });
    Alike(sides, name, [&](const RecordFacts& r, bool) { return last(r); });
    Alike(sides, name, [&](const RecordFacts& r, bool) { return r.fields.empty() ? "" : fields(r, true); });
    Alike(sides, name, [&](const RecordFacts& r, bool) { return fields(r, false); });
  }

  // What stands at the same place of the same code: variables by their symbols, fields and types by their names.
  void Uses() {
    std::unordered_map<std::string_view, const FunctionFacts*> by_id;
    for (const FunctionFacts& f : old_.functions()) by_id.emplace(f.id, &f);
    std::map<std::string, Sides<FunctionFacts>> by_body;
    Pairing votes;
    for (const FunctionFacts& f : new_.functions()) {
      const auto found = by_id.find(f.id);
      if (found != by_id.end()) Compare(*found->second, f, votes);
      else if (!f.system() && !f.statements.empty()) by_body[Bare(f)].second.push_back(&f);
    }
    for (const FunctionFacts& f : old_.functions())
      if (!f.system() && !f.statements.empty() && !new_.FindFunction(f.id)) by_body[Bare(f)].first.push_back(&f);
    for (const auto& [body, sides] : by_body)
      if (sides.first.size() == 1 && sides.second.size() == 1) Compare(*sides.first[0], *sides.second[0], votes);
    votes.Elect([&](const std::string& before, const std::string& now) { Add(before, now); });
  }
  static std::string Bare(const FunctionFacts& f) {
    FunctionHash hash;
    for (const BlockFacts& block : f.blocks) {
      hash.Block(block.parts.names.empty() ? block.hash : block.parts.bare);
      for (const BlockEdge& edge : block.edges) hash.Edge(edge.target, static_cast<int>(edge.label), edge.value);
    }
    return ToHex(hash.Get());
  }
  void Compare(const FunctionFacts& before, const FunctionFacts& now, Pairing& votes) const {
    if (before.hash == now.hash || before.blocks.size() != now.blocks.size()) return;
    for (std::size_t b = 0; b < now.blocks.size(); ++b) {
      const auto &was = before.blocks[b].parts, &is = now.blocks[b].parts;
      if (was.bare != is.bare || was.names.size() != is.names.size()) continue;
      for (std::size_t i = 0; i < is.names.size(); ++i) {
        const std::string &o = before.names[was.names[i]], &n = now.names[is.names[i]];
        if (o == n || o[0] != n[0] || NamesFunction(o)) continue;
        if (o[0] == kNamedGlobal) votes.Vote(SourceName(o.substr(1)), SourceName(n.substr(1)));
        else if (o[0] == kNamedType) votes.Vote(o.substr(1), n.substr(1));
      }
    }
  }

  // A type that is no record (an enumeration) is known by what is of it.
  void Types() {
    Pairing votes;
    const auto compare = [&](std::string_view before, std::string_view now) {
      if (before == now) return;
      std::vector<std::string> olds, news;
      EachName(Was(before, true), [&](const std::string& name) { olds.push_back(name); });
      EachName(now, [&](const std::string& name) { news.push_back(name); });
      if (olds.size() != news.size()) return;
      for (std::size_t i = 0; i < olds.size(); ++i)
        if (olds[i] != news[i]) votes.Vote(olds[i], news[i]);
    };
    EachRecordPair([&](const RecordFacts& was, const RecordFacts& is) {
      for (const FieldFacts& f : is.fields) {
        const auto old_field = std::ranges::find(was.fields, f.name, &FieldFacts::name);
        if (old_field != was.fields.end()) compare(old_field->type, f.type);
      }
    });
    std::map<std::string_view, const GlobalFacts*> globals;
    for (const GlobalFacts& g : old_.globals()) globals.emplace(g.name, &g);
    for (const GlobalFacts& g : new_.globals())
      if (const auto found = globals.find(g.name); found != globals.end()) compare(found->second->type, g.type);
    std::map<std::string, Sides<FunctionFacts>> functions;
    for (const FunctionFacts& f : old_.functions())
      if (!f.system()) functions[std::string(WithoutParameters(Was(f.pretty, true)))].first.push_back(&f);
    for (const FunctionFacts& f : new_.functions())
      if (!f.system()) functions[std::string(WithoutParameters(f.pretty))].second.push_back(&f);
    for (const auto& [name, sides] : functions)
      if (sides.first.size() == 1 && sides.second.size() == 1) compare(sides.first[0]->pretty, sides.second[0]->pretty);
    votes.Elect([&](const std::string& before, const std::string& now) { Add(before, now); });
  }

  template <typename Act>
  void EachRecordPair(Act act) const {
    std::map<std::string, const RecordFacts*> olds;
    for (const RecordFacts& r : old_.records())
      if (!NamesClosure(r.name)) olds.emplace(WithNames(r.name, table_), &r);
    for (const RecordFacts& r : new_.records())
      if (const auto found = olds.find(r.name); found != olds.end()) act(*found->second, r);
  }

  void Fields() {
    std::vector<std::pair<std::string, std::string>> found;
    EachRecordPair([&](const RecordFacts& was, const RecordFacts& is) {
      const auto lost = [](const FieldFacts& f, const RecordFacts& other) {
        return !f.name.empty() && std::ranges::find(other.fields, f.name, &FieldFacts::name) == other.fields.end();
      };
      std::map<std::pair<std::string, std::uint32_t>, std::pair<std::vector<const FieldFacts*>, std::vector<const FieldFacts*>>>
          alike;
      for (const FieldFacts& f : was.fields)
        if (lost(f, is)) alike[{Was(f.type, true), f.flags}].first.push_back(&f);
      for (const FieldFacts& f : is.fields)
        if (lost(f, was)) alike[{f.type, f.flags}].second.push_back(&f);
      for (const auto& [key, sides] : alike)
        for (std::size_t i = 0; sides.first.size() == sides.second.size() && i < sides.first.size(); ++i)
          found.push_back({WithoutArguments(was.name) + "::" + sides.first[i]->name,
                           WithoutArguments(is.name) + "::" + sides.second[i]->name});
    });
    for (const auto& [before, now] : found) Add(before, now);
  }

  void Globals() {
    const auto name = [](const GlobalFacts& g) { return WithoutArguments(g.name); };
    Sides<GlobalFacts> sides;
    for (const GlobalFacts& g : old_.globals())
      if (Gone(name(g))) sides.first.push_back(&g);
    for (const GlobalFacts& g : new_.globals())
      if (Fresh(name(g))) sides.second.push_back(&g);
    const auto last = [&](const GlobalFacts& g) { return std::string(LastPart(name(g))); };
    const auto about = [&](const GlobalFacts& g, bool old) { return Was(g.type, old) + "/" + std::to_string(g.flags); };
    Alike(sides, name, [&](const GlobalFacts& g, bool old) { return last(g) + " " + about(g, old); });
    Alike(sides, name, [&](const GlobalFacts& g, bool old) { return about(g, old) + " " + ToHex(g.initial) + g.position.file; });
    Alike(sides, name, [&](const GlobalFacts& g, bool old) { return about(g, old); });
  }

  const Facts &old_, &new_;
  const NameSet old_names_, new_names_, old_own_, new_own_;
  NameTable table_;
  NameSet taken_;
};

}  // namespace

NameMap::NameMap(const Facts& old_facts, const Facts& new_facts) : table_(Finder(old_facts, new_facts).Run()) {}

}  // namespace reweave::inline change
