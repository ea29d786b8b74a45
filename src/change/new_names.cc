// Facts of OLD with the names of NEW: see name_map.h.
#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "change/function_pairs.h"
#include "change/name_map.h"
#include "change/names.h"

namespace reweave::inline change {
namespace {

// Symbols of variables, tables and the like that a version mentions, without their units.
std::set<std::string> SymbolsOf(const Facts& facts) {
  std::set<std::string> out;
  const auto add = [&](const std::string& symbol) { out.insert(symbol.substr(0, symbol.find('@'))); };
  for (const FunctionFacts& f : facts.functions()) {
    for (const std::string& name : f.names)
      if (name.starts_with(kNamedGlobal)) add(name.substr(1));
    for (const FlowRootFacts& root : f.flows.roots)
      if (root.kind != facts::FlowRoot::kFunction && root.kind != facts::FlowRoot::kLocal) add(root.name);
  }
  for (const TableFacts& table : facts.tables()) {
    add(table.name);
    for (const TableFacts::Pointer& pointer : table.pointers)
      if (pointer.target.kind != facts::FlowRoot::kFunction) add(pointer.target.name);
  }
  for (const DataFacts& data : facts.data()) add(data.name);
  return out;
}

// Ids of functions that a version names and has no facts of.
std::set<std::string> NamedOnly(const Facts& facts) {
  std::set<std::string> out;
  const auto add = [&](const std::string& id) {
    if (id.starts_with("_Z") && !facts.FindFunction(id)) out.insert(id);
  };
  for (const FunctionFacts& f : facts.functions()) {
    std::ranges::for_each(f.named, add);
    for (const StatementFacts& statement : f.statements) std::ranges::for_each(statement.functions, add);
    for (const CallSite& site : f.calls) add(site.callee);
  }
  return out;
}

// What a function is called with the new names. The library reads no symbol with a `requires` clause: its parts are replaced
// where they stand, "3Job" by "4Task".
std::string WithNewParts(const std::string& id, const NameTable& names) {
  std::string text = Demangled(id);
  if (text != id) return WithNames(text, names);
  for (const auto& [before, now] : names) {
    const auto part = [](std::string_view name) { return std::to_string(LastPart(name).size()) + std::string(LastPart(name)); };
    const std::string was = part(before), is = part(now);
    for (std::size_t at = 0; was != is && (at = text.find(was, at)) != std::string::npos; at += is.size())
      text.replace(at, was.size(), is);
  }
  return text;
}

// "vtable for ns::Clock", "main::calls": the symbol as the table of names knows its parts.
std::string Readable(const std::string& symbol) {
  const std::string text = Demangled(symbol);
  return text.find(" for ") == std::string::npos ? SourceName(symbol) : text;
}

class Renamer {
 public:
  Renamer(const Facts& old_facts, const Facts& new_facts, const NameTable& table) : table_(table) {
    if (table_.empty()) return;
    std::unordered_map<std::string, std::vector<std::string>> now;
    const std::set<std::string> news = SymbolsOf(new_facts), olds = SymbolsOf(old_facts);
    for (const std::string& symbol : news)
      if (!olds.contains(symbol)) now[Readable(symbol)].push_back(symbol);
    for (const std::string& symbol : olds) {
      if (news.contains(symbol)) continue;
      const auto found = now.find(WithNames(Readable(symbol), table_));
      if (found != now.end() && found->second.size() == 1) symbols_.emplace(symbol, found->second.front());
    }
    for (const RecordFacts& r : old_facts.records())
      for (const FieldFacts& f : r.fields) types_.emplace(WithoutArguments(r.name) + "::" + f.name, f.type);
  }
  // Ids of functions in what is compared.
  void Know(const Facts& old_facts, const Facts& new_facts, const std::vector<FunctionPair>& pairs, const NameTable& names) {
    for (const FunctionPair& pair : pairs) {
      const std::string &before = old_facts.functions()[pair.old_function].id, &now = new_facts.functions()[pair.new_function].id;
      if (before != now) functions_.emplace(before, now);
    }
    // Functions that are named but not there (a library's that was inlined everywhere): by what they are called with the new
    // names.
    if (names.empty()) return;
    const std::set<std::string> olds = NamedOnly(old_facts), news = NamedOnly(new_facts);
    std::unordered_map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> alike;
    for (const std::string& id : olds)
      if (!news.contains(id)) alike[WithoutNumbers(WithNewParts(id, names))].first.push_back(id);
    for (const std::string& id : news)
      if (!olds.contains(id)) alike[WithoutNumbers(Demangled(id))].second.push_back(id);
    for (const auto& [text, sides] : alike)
      for (std::size_t i = 0; sides.first.size() == sides.second.size() && i < sides.first.size(); ++i)
        elsewhere_.emplace(sides.first[i], sides.second[i]);
  }
  bool empty() const { return table_.empty() && functions_.empty() && elsewhere_.empty(); }

  void Text(std::string& text) const {
    if (!table_.empty()) text = WithNames(text, table_);
  }
  void Symbol(std::string& symbol) const {
    const std::size_t unit = symbol.find('@');
    const auto found = symbols_.find(symbol.substr(0, unit));
    if (found != symbols_.end()) symbol = found->second + (unit == std::string::npos ? "" : symbol.substr(unit));
  }
  // "ns::Queue::head.next[]": fields by the records that declare them.
  std::string Member(const std::string& name) const {
    if (name.starts_with("_Z")) {  // data that nobody declared
      const std::size_t end = name.find_first_of("+.[");
      std::string symbol = name.substr(0, end);
      Symbol(symbol);
      return symbol + (end == std::string::npos ? "" : name.substr(end));
    }
    std::size_t end = name.find('.');
    std::string out = WithNames(std::string_view(name).substr(0, end), table_);
    std::string at = WithoutArguments(std::string_view(name).substr(0, name.find_first_of(".[")));
    while (end != std::string::npos) {
      const std::size_t begin = end + 1;
      end = name.find('.', begin);
      const std::string_view part = std::string_view(name).substr(begin, end == std::string::npos ? end : end - begin);
      const auto type = types_.find(at);
      at = type == types_.end() ? std::string() : WithoutArguments(type->second.substr(0, type->second.find_first_of("[*&")));
      const std::string_view field = part.substr(0, part.find('['));
      at += "::" + std::string(field);
      const auto found = table_.find(at);
      out += "." + (found == table_.end() ? std::string(field) : std::string(LastPart(found->second)));
      out += part.substr(field.size());
    }
    return out;
  }
  std::string Name(const std::string& name) const {
    if (name.empty()) return name;
    if (NamesFunction(name)) {
      const auto found = functions_.find(name);
      return found == functions_.end() ? Elsewhere(name) : found->second;
    }
    std::string rest = name.substr(1);
    if (name[0] == kNamedGlobal) Symbol(rest);
    else if (name[0] == kNamedVariable) rest = Member(rest);
    else Text(rest);
    return name[0] + rest;
  }
  bool Names(std::vector<std::string>& names) const {
    bool any = false;
    for (std::string& name : names) {
      std::string now = Name(name);
      any |= now != name;
      name = std::move(now);
    }
    return any;
  }

  void Variable(reweave::Variable& variable) const {
    if (table_.empty() || variable.kind == facts::VariableKind::kUnknown) return;
    if (variable.kind != facts::VariableKind::kLocal) variable.name = Member(variable.name);
    if (!variable.field.empty()) Field(variable.record, variable.field);
    Text(variable.record);
    Text(variable.type);
  }
  void Field(const std::string& record, std::string& field) const {
    const auto found = table_.find(WithoutArguments(record) + "::" + field);
    if (found != table_.end()) field = LastPart(found->second);
  }

  void Function(FunctionFacts& f) const {
    if (!table_.empty()) {
      for (std::string* text : {&f.pretty, &f.record, &f.scope, &f.parameter_record, &f.signature}) Text(*text);
      for (AccessSite& site : f.accesses) Variable(site.variable);
      for (CallSite& site : f.calls) {
        Variable(site.object);
        Text(site.signature);
        if (site.kind == facts::CalleeKind::kVirtual) Text(site.callee);
      }
      for (FlowRootFacts& root : f.flows.roots)
        if (root.kind != facts::FlowRoot::kFunction && root.kind != facts::FlowRoot::kLocal) Symbol(root.name);
    }
    if (!elsewhere_.empty()) {
      for (std::string& id : f.named) id = Elsewhere(id);
      for (StatementFacts& statement : f.statements)
        for (std::string& id : statement.functions) id = Elsewhere(id);
      for (CallSite& site : f.calls) site.callee = Elsewhere(site.callee);
    }
    if (Names(f.names)) Rehash(f);
  }

  void Global(GlobalFacts& g) const {
    const std::string record = g.record;
    if (!record.empty()) Field(record, g.variable);
    else if (const auto found = table_.find(g.name); found != table_.end()) g.variable = LastPart(found->second);
    for (std::string* text : {&g.name, &g.record, &g.type}) Text(*text);
    if (Names(g.parts.names)) g.initial = NamedHash(g.parts.bare, g.parts.names, false).Get();
    for (GlobalFacts::Member& member : g.members) {
      Field(member.record, member.field);
      Text(member.record);
      if (Names(member.parts.names)) member.hash = NamedHash(member.parts.bare, member.parts.names, false).Word();
    }
  }
  void Record(RecordFacts& r) const {
    for (FieldFacts& f : r.fields) {
      Field(r.name, f.name);
      Text(f.type);
    }
    Text(r.name);
    for (std::string& base : r.bases) Text(base);
  }
  void Table(TableFacts& table) const {
    Symbol(table.name);
    for (TableFacts::Pointer& pointer : table.pointers)
      if (pointer.target.kind != facts::FlowRoot::kFunction) Symbol(pointer.target.name);
  }
  void Data(DataFacts& data) const {
    Symbol(data.name);
    if (Names(data.parts.names)) data.hash = NamedHash(data.parts.bare, data.parts.names, false).Get();
  }

 private:
  const std::string& Elsewhere(const std::string& id) const {
    const auto found = elsewhere_.find(id);
    return found == elsewhere_.end() ? id : found->second;
  }

  static void Rehash(FunctionFacts& f) {
    const auto names_of = [&](const NamedParts<std::uint32_t>& parts) {
      std::vector<std::string_view> out;
      for (std::uint32_t name : parts.names) out.push_back(f.names[name]);
      return out;
    };
    FunctionHash hash, loose;
    std::map<Hash128, std::uint32_t> seen;
    for (BlockFacts& block : f.blocks) {
      Hash128 loose_block = block.hash;
      if (!block.parts.names.empty()) {
        const auto names = names_of(block.parts);
        block.hash = NamedHash(block.parts.bare, names, false).Get();
        loose_block = NamedHash(block.parts.bare, names, true).Get();
      }
      block.occurrence = seen[block.hash]++;
      hash.Block(block.hash);
      loose.Block(loose_block);
      for (const BlockEdge& edge : block.edges) {
        hash.Edge(edge.target, static_cast<int>(edge.label), edge.value);
        loose.Edge(edge.target, static_cast<int>(edge.label), edge.value);
      }
    }
    f.hash = hash.Get();
    f.loose_hash = loose.Get();
    for (StatementFacts& statement : f.statements) {
      if (statement.parts.names.empty()) continue;
      const auto names = names_of(statement.parts);
      statement.hash = NamedHash(statement.parts.bare, names, false).Word();
      if (!statement.functions.empty()) statement.loose_hash = NamedHash(statement.parts.bare, names, true).Word();
    }
  }

  const NameTable& table_;
  std::unordered_map<std::string, std::string> symbols_;    // of variables, tables
  std::unordered_map<std::string, std::string> functions_;  // ids
  std::unordered_map<std::string, std::string> elsewhere_;  // ids of functions without facts
  NameTable types_;  // of fields: "ns::Queue::head" -> "Node*"
};

Facts Edited(const Facts& facts, const Renamer& renamer) {
  return facts.Edited([&](Facts::Lists lists) {
    std::ranges::for_each(lists.functions, [&](FunctionFacts& f) { renamer.Function(f); });
    std::ranges::for_each(lists.globals, [&](GlobalFacts& g) { renamer.Global(g); });
    std::ranges::for_each(lists.records, [&](RecordFacts& r) { renamer.Record(r); });
    std::ranges::for_each(lists.tables, [&](TableFacts& t) { renamer.Table(t); });
    std::ranges::for_each(lists.data, [&](DataFacts& d) { renamer.Data(d); });
  });
}

}  // namespace

std::shared_ptr<const Facts> WithNewNames(const std::shared_ptr<const Facts>& old_facts, const Facts& new_facts) {
  std::shared_ptr<const Facts> out = old_facts;
  // Variables and types first: with their names functions are found that are called after them.
  const NameMap names(*old_facts, new_facts);
  if (!names.empty()) out = std::make_shared<const Facts>(Edited(*out, Renamer(*out, new_facts, names.table())));
  const NameTable none;
  Renamer functions(*out, new_facts, none);
  functions.Know(*out, new_facts, PairFunctions(*out, new_facts), names.table());
  if (!functions.empty()) out = std::make_shared<const Facts>(Edited(*out, functions));
  return out;
}

}  // namespace reweave::inline change
