#include "facts/record.h"

#include <algorithm>
#include <map>

namespace reweave::inline facts {
namespace {

using facts::Tag;

class RecordDecoder {
 public:
  RecordDecoder(std::string_view body, std::uint64_t offset, const std::string& file)
      : body_(body), offset_(offset), file_(file) {}

  Result<FactsRecord> Run() {
    Decoder parts(body_, offset_);
    while (parts.ok() && parts.remaining() >= 8) {
      std::uint32_t tag = parts.Fixed32();
      std::uint32_t size = parts.Fixed32();
      if (tag == 0) break;  // padding
      std::uint64_t at = parts.offset();
      std::string_view payload = parts.Bytes(size);
      if (!parts.ok()) return Bad(at, "a part is longer than its record");
      Decoder decoder(payload, at);
      Part(static_cast<Tag>(tag), decoder);
      if (!decoder.ok()) return Bad(decoder.offset(), "damaged part " + std::to_string(tag));
    }
    if (facts_.id.empty() && !declarations_) return Bad(offset_, "a record without a function");
    return Check();
  }

 private:
  std::unexpected<Error> Bad(std::uint64_t offset, std::string why) const {
    return Fail(ErrorCategory::kUsage, "cannot read facts", file_ + ", byte " + std::to_string(offset), std::move(why),
                "rebuild it with this version's reweave-c++");
  }

  // Later code may index with these numbers.
  Result<FactsRecord> Check() {
    auto in_range = [&](const auto& list) {
      return std::all_of(list.begin(), list.end(), [&](const auto& item) { return item.block < facts_.blocks.size(); });
    };
    if (!in_range(facts_.accesses) || !in_range(facts_.calls) || !in_range(facts_.branches) || !in_range(facts_.loops))
      return Bad(offset_, "a site in a block that does not exist");
    auto statement_known = [&](const auto& list) {
      return std::all_of(list.begin(), list.end(), [&](const auto& item) {
        return item.statement == kNoStatement || item.statement < facts_.statements.size();
      });
    };
    if (!statement_known(facts_.accesses) || !statement_known(facts_.calls) || !statement_known(facts_.branches))
      return Bad(offset_, "a site of a statement that does not exist");
    for (const BlockFacts& block : facts_.blocks)
      for (const BlockEdge& edge : block.edges)
        if (edge.target >= facts_.blocks.size()) return Bad(offset_, "an edge to a block that does not exist");
    const SharedText pretty(facts_.pretty);
    for (BlockFacts& block : facts_.blocks) {
      block.place.at = {facts_.position.file, block.first_line, 0};
      if (!facts_.system()) block.place.user = block.place.at;
      block.place.library = facts_.system();
      block.place.function = block.place.user_function = pretty;
    }
    record_.function = std::move(facts_);
    return std::move(record_);
  }

  void Part(Tag tag, Decoder& in) {
    switch (tag) {
      case Tag::kStrings:
        for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) strings_.emplace_back(in.String());
        break;
      case Tag::kFunction: Function(in); break;
      case Tag::kBlocks: Items(in, facts_.blocks, &RecordDecoder::Block); break;
      case Tag::kAccesses: Items(in, facts_.accesses, &RecordDecoder::Access); break;
      case Tag::kCalls: Items(in, facts_.calls, &RecordDecoder::Call); break;
      case Tag::kBranches: Items(in, facts_.branches, &RecordDecoder::Branch); break;
      case Tag::kLoops: Items(in, facts_.loops, &RecordDecoder::Loop); break;
      case Tag::kFlows: Flows(in); break;
      case Tag::kTables: Items(in, record_.tables, &RecordDecoder::Table); break;
      case Tag::kData: Items(in, record_.data, &RecordDecoder::Data); break;
      case Tag::kStatements: Items(in, facts_.statements, &RecordDecoder::Statement); break;
      case Tag::kDeclarations:
        declarations_ = true;
        Items(in, record_.globals, &RecordDecoder::Global);
        Items(in, record_.records, &RecordDecoder::Record);
        Items(in, record_.units, &RecordDecoder::Unit);
        break;
      default: break;
    }
  }

  template <typename T>
  void Items(Decoder& in, std::vector<T>& out, void (RecordDecoder::*decode)(Decoder&, T&)) {
    std::uint64_t n = in.Varint();
    out.reserve(std::min<std::uint64_t>(n, in.remaining()));  // a damaged file may tell any number
    for (; n > 0 && in.ok(); --n) {
      std::uint64_t size = in.Varint();
      std::uint64_t at = in.offset();
      Decoder item(in.Bytes(size), at);
      if (!in.ok()) return;
      (this->*decode)(item, out.emplace_back());
      if (!item.ok()) return in.Invalidate();
    }
  }

  void Function(Decoder& in) {
    facts_.id = String(in);
    facts_.mangled = String(in);
    facts_.pretty = String(in);
    facts_.record = String(in);
    facts_.scope = String(in);
    facts_.signature = String(in);
    facts_.position = Position(in);
    facts_.flags = Number(in);
    facts_.virtual_slot = static_cast<std::int32_t>(UnZigZag(in.Varint()));
    facts_.hash = Hash(in);
    if (in.ok() && !in.at_end()) facts_.parameter_record = String(in);
    if (!in.ok() || in.at_end()) return;
    facts_.loose_hash = Hash(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) facts_.named.push_back(String(in));
  }

  void Block(Decoder& in, BlockFacts& out) {
    out.hash = Hash(in);
    out.occurrence = Number(in);
    out.first_line = Number(in);
    out.last_line = Number(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      BlockEdge& edge = out.edges.emplace_back();
      edge.target = Number(in);
      edge.label = Enum<facts::EdgeLabel>(in);
      if (edge.label == facts::EdgeLabel::kCase) edge.value = UnZigZag(in.Varint());
    }
    Parts(in, out.parts);
  }

  // A field added after version 1 began: older records end before it.
  void Parts(Decoder& in, NamedParts<std::uint32_t>& out) {
    if (!in.ok() || in.at_end()) return;
    out.bare = Hash(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      const std::uint64_t string = in.Varint();
      if (string >= strings_.size()) return in.Invalidate();
      const auto [entry, fresh] = names_.try_emplace(string, static_cast<std::uint32_t>(facts_.names.size()));
      if (fresh) facts_.names.emplace_back(strings_[string]);
      out.names.push_back(entry->second);
    }
  }
  void Parts(Decoder& in, NamedParts<std::string>& out) {
    if (!in.ok() || in.at_end()) return;
    out.bare = Hash(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.names.push_back(String(in));
  }

  void Statement(Decoder& in, StatementFacts& out) {
    out.hash = in.Fixed64();
    out.flags = Number(in);
    Numbers(in, out.lines);
    Numbers(in, out.locals);
    if (!in.ok() || in.at_end()) return;
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.functions.push_back(String(in));
    if (!out.functions.empty()) out.loose_hash = in.Fixed64();
    Parts(in, out.parts);
  }

  void Flows(Decoder& in) {
    FlowFacts& out = facts_.flows;
    out.parameters = Number(in);
    out.statements = in.Byte() & 1;
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      FlowRootFacts& root = out.roots.emplace_back();
      root.kind = Enum<facts::FlowRoot>(in);
      if (root.kind == facts::FlowRoot::kLocal) root.size = in.Varint();
      else root.name = String(in), root.offset = UnZigZag(in.Varint());
    }
    if (in.ok()) out.ops = in.Bytes(in.remaining());
  }

  void Table(Decoder& in, TableFacts& out) {
    out.name = String(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      TableFacts::Pointer& pointer = out.pointers.emplace_back();
      pointer.at = in.Varint();
      pointer.target.kind = Enum<facts::FlowRoot>(in);
      pointer.target.name = String(in);
      pointer.target.offset = UnZigZag(in.Varint());
    }
  }

  void Numbers(Decoder& in, std::vector<std::uint32_t>& out) {
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.push_back(Number(in));
  }

  void Global(Decoder& in, GlobalFacts& out) {
    out.name = String(in);
    out.record = String(in);
    out.variable = String(in);
    out.type = String(in);
    out.position.file = String(in);
    out.position.line = Number(in);
    out.flags = Number(in);
    out.initial = Hash(in);
    if (!in.ok() || in.at_end()) return;
    out.has_members = true;
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      GlobalFacts::Member& member = out.members.emplace_back();
      member.record = String(in);
      member.field = String(in);
      member.hash = in.Fixed64();
    }
    Parts(in, out.parts);
    for (GlobalFacts::Member& member : out.members) Parts(in, member.parts);
  }

  void Data(Decoder& in, DataFacts& out) {
    out.name = String(in);
    out.hash = Hash(in);
    Parts(in, out.parts);
  }

  void Record(Decoder& in, RecordFacts& out) {
    out.name = String(in);
    out.position.file = String(in);
    out.position.line = Number(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.bases.push_back(String(in));
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      FieldFacts& field = out.fields.emplace_back();
      field.name = String(in);
      field.type = String(in);
      field.line = Number(in);
      field.flags = Number(in);
    }
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.methods.push_back(String(in));
  }

  void Unit(Decoder& in, UnitFacts& out) {
    out.path = String(in);
    out.compiler = String(in);
    out.language = String(in);
    if (!in.ok() || in.at_end()) return;
    out.standard = String(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) out.options.push_back(String(in));
  }

  // A field added after version 1 began: older records end before it.
  std::uint32_t StatementNumber(Decoder& in) { return in.remaining() == 0 ? kNoStatement : Number(in) - 1u; }

  void Access(Decoder& in, AccessSite& out) {
    out.kind = Enum<facts::AccessKind>(in);
    out.flags = Number(in);
    out.order = in.Byte();
    out.failure_order = in.Byte();
    out.size = in.Varint();
    out.block = Number(in);
    out.ordinal = Number(in);
    out.variable = ReadVariable(in);
    out.place = Place(in, out.flags);
    out.statement = StatementNumber(in);
    if (in.remaining() != 0) out.inside = ReadInside(in);  // as `statement`
  }

  Inside ReadInside(Decoder& in) {
    Inside out;
    out.holder = String(in);
    out.size = in.Varint();
    if (out.size == 0) return out;
    out.type = String(in);
    out.members = String(in);
    out.offset = in.Varint();
    out.element = in.Varint();
    return out;
  }

  void Call(Decoder& in, CallSite& out) {
    out.kind = Enum<facts::CalleeKind>(in);
    out.operation = Enum<facts::Operation>(in);
    out.flags = Number(in);
    out.block = Number(in);
    out.ordinal = Number(in);
    if (out.flags & facts::kSiteGuarded) out.guard = guarded_calls_++;
    out.callee = String(in);
    out.callee_name = String(in);
    out.slot = Number(in);
    out.signature = String(in);
    out.object = ReadVariable(in);
    out.entry = String(in);
    out.place = Place(in, out.flags);
    out.statement = StatementNumber(in);
  }

  void Branch(Decoder& in, BranchSite& out) {
    std::uint32_t flags = Number(in);
    out.block = Number(in);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      auto kind = Enum<facts::SourceKind>(in);
      out.sources.push_back({kind, Number(in)});
    }
    out.place = Place(in, flags);
    out.statement = StatementNumber(in);
  }

  void Loop(Decoder& in, LoopSite& out) {
    std::uint32_t flags = Number(in);
    out.block = Number(in);
    out.depth = Number(in);
    out.place = Place(in, flags);
  }

  Variable ReadVariable(Decoder& in) {
    Variable out;
    out.kind = Enum<facts::VariableKind>(in);
    if (out.kind == facts::VariableKind::kUnknown) return out;
    out.name = String(in);
    out.record = String(in);
    out.field = String(in);
    out.object = String(in);
    out.type = String(in);
    return out;
  }

  SourcePosition Position(Decoder& in) {
    SourcePosition out;
    out.file = String(in);
    out.line = Number(in);
    out.column = Number(in);
    return out;
  }

  // A user frame of its own is only stored for library sites.
  SitePlace Place(Decoder& in, std::uint32_t flags) {
    SitePlace out;
    out.library = flags & facts::kSiteLibrary;
    out.at = Position(in);
    out.function = Shared(in);
    if (out.library) {
      out.user = Position(in);
      out.user_function = Shared(in);
    } else {
      out.user = out.at;
      out.user_function = out.function;
    }
    return out;
  }

  std::uint32_t Number(Decoder& in) {
    std::uint64_t value = in.Varint();
    if (value > 0xffffffffu) in.Invalidate();
    return static_cast<std::uint32_t>(value);
  }

  // A newer writer may know more enumerators: kept as numbers, printed as such.
  template <typename E>
  E Enum(Decoder& in) {
    return static_cast<E>(in.Byte());
  }

  std::string String(Decoder& in) {
    std::uint64_t number = in.Varint();
    if (number >= strings_.size()) {
      if (number != 0) in.Invalidate();
      return {};
    }
    return std::string(strings_[number]);
  }

  // One text for all sites of the record that have it.
  SharedText Shared(Decoder& in) {
    const std::uint64_t number = in.Varint();
    if (number >= strings_.size()) {
      if (number != 0) in.Invalidate();
      return {};
    }
    shared_.resize(strings_.size());
    if (shared_[number].empty()) shared_[number] = SharedText(std::string(strings_[number]));
    return shared_[number];
  }

  Hash128 Hash(Decoder& in) {
    Hash128 hash{};
    std::string_view bytes = in.Bytes(hash.size());
    if (in.ok()) std::copy(bytes.begin(), bytes.end(), hash.begin());
    return hash;
  }

  std::string_view body_;
  std::uint64_t offset_;
  const std::string& file_;
  std::vector<std::string_view> strings_;
  std::vector<SharedText> shared_;  // of strings_, once asked
  std::map<std::uint64_t, std::uint32_t> names_;  // numbers in facts_.names of strings_
  FunctionFacts facts_;
  FactsRecord record_;
  bool declarations_ = false;
  std::uint32_t guarded_calls_ = 0;
};

}  // namespace

Result<FactsRecord> DecodeRecordBody(std::string_view body, std::uint64_t offset, const std::string& file) {
  return RecordDecoder(body, offset, file).Run();
}

}  // namespace reweave::inline facts
