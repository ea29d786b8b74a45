#include "compiler/pass/function_facts.h"

#include <map>

#include "compiler/pass/call_facts.h"
#include "compiler/pass/flows.h"
#include "facts/named_text.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CFG.h"

namespace reweave::compiler {

using namespace llvm;
using facts::EdgeLabel;
using facts::SourceKind;
using facts::Tag;

namespace {

StringRef Bytes(const Hash& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

class FunctionEncoder {
 public:
  FunctionEncoder(const FunctionSites& sites, const FunctionStatements* statements, Variables& variables,
                  CanonicalText& canonical, SourcePaths& paths)
      : sites_(sites),
        statements_(statements),
        function_(*sites.function),
        variables_(variables),
        canonical_(canonical),
        paths_(paths) {
    for (unsigned i = 0; i < sites.blocks.size(); ++i) numbers_[sites.blocks[i]] = i;
  }

  std::string Run() {
    variables_.Enter(function_);
    canonical_.ForgetShapes();
    Encoder blocks = Blocks(), accesses = Accesses(), calls = Calls(), branches = Branches(), loops = Loops(),
            statements = Statements(), flows = EncodeFlows(sites_, statements_, canonical_, paths_, strings_),
            function = Function();
    Encoder strings(strings_);
    strings.Number(strings_.strings().size());
    for (const std::string& text : strings_.strings()) {
      strings.Number(text.size());
      strings.Raw(text);
    }
    std::string body;
    Part(body, Tag::kStrings, strings);
    Part(body, Tag::kFunction, function);
    Part(body, Tag::kBlocks, blocks);
    Part(body, Tag::kAccesses, accesses);
    Part(body, Tag::kCalls, calls);
    Part(body, Tag::kBranches, branches);
    Part(body, Tag::kLoops, loops);
    Part(body, Tag::kFlows, flows);
    if (statements_) Part(body, Tag::kStatements, statements);
    body.resize((body.size() + 7) / 8 * 8);
    return body;
  }

 private:
  static void Part(std::string& body, Tag tag, const Encoder& part) {
    PutWord(body, static_cast<std::uint32_t>(tag));
    PutWord(body, static_cast<std::uint32_t>(part.bytes().size()));
    body += part.bytes();
  }

  // In C, what a function belongs to: the record that its first parameter points to.
  static std::string ParameterRecord(const DISubprogram* source) {
    if (!source || !source->getUnit() || !source->getType() || !dwarf::isC(LanguageOf(*source->getUnit()))) return {};
    const auto types = source->getType()->getTypeArray();  // the result comes first
    if (types.size() < 2) return {};
    const auto* record = dyn_cast_or_null<DICompositeType>(PointeeOf(types[1]));
    const bool has_members =
        record && (record->getTag() == dwarf::DW_TAG_structure_type || record->getTag() == dwarf::DW_TAG_union_type);
    return has_members ? TypeName(record) : std::string();
  }
  static dwarf::SourceLanguage LanguageOf(const DICompileUnit& unit) {
    return static_cast<dwarf::SourceLanguage>(unit.getSourceLanguage());
  }

  Encoder Function() {
    Encoder out(strings_);
    const DISubprogram* source = function_.getSubprogram();
    const DIScope* scope = source ? source->getScope() : nullptr;
    if (source && source->getDeclaration()) scope = source->getDeclaration()->getScope();
    const auto* record = dyn_cast_or_null<DIType>(scope);
    out.String(FunctionId(function_, paths_));
    out.String(function_.getName());
    out.String(demangle(function_.getName()));
    out.String(record ? TypeName(record) : "");
    out.String(record ? ScopeName(record->getScope()) : ScopeName(scope));
    out.String(Signature(function_.getFunctionType()));
    out.String(source ? paths_.Path(source->getFile()) : "");
    out.Number(source ? source->getLine() : 0);
    out.Number(0);
    std::uint32_t flags = 0;
    if (paths_.IsSystem(source)) flags |= facts::kFunctionSystem;
    if (function_.hasLocalLinkage()) flags |= facts::kFunctionLocal;
    if (function_.hasLinkOnceLinkage()) flags |= facts::kFunctionInline;
    if (function_.hasWeakAnyLinkage() || function_.hasLinkOnceAnyLinkage()) flags |= facts::kFunctionWeak;
    if (function_.isPresplitCoroutine()) flags |= facts::kFunctionCoroutine;
    if (!source || source->isArtificial()) flags |= facts::kFunctionArtificial;
    out.Number(flags);
    const DISubprogram* declaration = source && source->getDeclaration() ? source->getDeclaration() : source;
    out.Signed(declaration && declaration->getVirtuality() ? static_cast<std::int64_t>(declaration->getVirtualIndex()) : -1);
    out.Raw(Bytes(shape_.Get()));
    out.String(ParameterRecord(source));
    out.Raw(Bytes(loose_shape_.Get()));
    out.Number(functions_.size());
    for (const std::string& id : functions_) out.String(id);
    return out;
  }

  // Successors with their labels, in the order of the terminator.
  SmallVector<std::pair<EdgeLabel, std::int64_t>, 4> Labels(const Instruction& end) {
    SmallVector<std::pair<EdgeLabel, std::int64_t>, 4> labels(end.getNumSuccessors(), {EdgeLabel::kNone, 0});
    if (isa<BranchInst>(end) && labels.size() == 2) {
      labels[0].first = EdgeLabel::kTrue;
      labels[1].first = EdgeLabel::kFalse;
    } else if (const auto* choice = dyn_cast<SwitchInst>(&end)) {
      labels[0].first = EdgeLabel::kDefault;
      for (auto& entry : choice->cases())
        labels[entry.getSuccessorIndex()] = {EdgeLabel::kCase, entry.getCaseValue()->getValue().sextOrTrunc(64).getSExtValue()};
    } else if (isa<InvokeInst>(end)) {
      labels[0].first = EdgeLabel::kNormal;
      labels[1].first = EdgeLabel::kUnwind;
    }
    return labels;
  }

  // Lines of the function's own text; inlined library code counts at its call.
  std::pair<unsigned, unsigned> Lines(const BasicBlock& block) {
    unsigned first = 0, last = 0;
    for (const Instruction& instruction : block) {
      const DILocation* at = instruction.getDebugLoc();
      while (at && at->getInlinedAt()) at = at->getInlinedAt();
      if (!at || at->getLine() == 0) continue;
      if (!first || at->getLine() < first) first = at->getLine();
      last = std::max(last, at->getLine());
    }
    return {first, last};
  }

  Encoder Blocks() {
    Encoder out(strings_);
    out.Number(sites_.blocks.size());
    std::map<Hash, unsigned> seen;
    for (const BasicBlock* block : sites_.blocks) {
      Encoder item(strings_);
      const TextParts text = Parts(canonical_.Block(*block, numbers_));
      const Hash bare = HashOf(text.bare), hash = facts::NamedHash(bare, text.names, false).Get();
      item.Raw(Bytes(hash));
      item.Number(seen[hash]++);
      auto [first, last] = Lines(*block);
      item.Number(first);
      item.Number(last);
      const Instruction& end = *block->getTerminator();
      auto labels = Labels(end);
      item.Number(labels.size());
      shape_.Block(hash);
      loose_shape_.Block(facts::NamedHash(bare, text.names, true).Get());
      for (unsigned i = 0; i < labels.size(); ++i) {
        unsigned target = numbers_.lookup(end.getSuccessor(i));
        item.Number(target);
        item.Enum(labels[i].first);
        if (labels[i].first == EdgeLabel::kCase) item.Signed(labels[i].second);
        shape_.Edge(target, static_cast<int>(labels[i].first), labels[i].second);
        loose_shape_.Edge(target, static_cast<int>(labels[i].first), labels[i].second);
      }
      if (!text.names.empty()) PutNames(item, bare, text.names);
      for (const std::string& name : text.names)
        if (facts::NamesFunction(name)) functions_.push_back(name);
      out.Item(item);
    }
    return out;
  }

  Encoder Accesses() {
    Encoder out(strings_);
    out.Number(sites_.accesses.size());
    for (unsigned i = 0; i < sites_.accesses.size(); ++i) {
      const AccessSite& site = sites_.accesses[i];
      sources_[site.instruction].push_back({SourceKind::kAccess, i});
      VariableInfo variable;
      if (site.address) variable = variables_.Of(site.address, site.size, site.range);
      Encoder item(strings_);
      item.Enum(site.kind);
      item.Number(PlaceFlags(*site.instruction) | (site.range ? facts::kSiteRange : 0) |
                  (site.is_volatile ? facts::kSiteVolatile : 0) | (variable.is_thread_local ? facts::kSiteThreadLocal : 0));
      item.Byte(site.order);
      item.Byte(site.failure);
      item.Number(site.size);
      item.Number(site.block);
      item.Number(site.ordinal);
      Put(item, variable);
      Place(item, *site.instruction);
      PutStatement(item, *site.instruction);
      Put(item, variable.inside);
      out.Item(item);
    }
    return out;
  }

  Encoder Calls() {
    Encoder out(strings_);
    out.Number(sites_.calls.size());
    for (unsigned i = 0; i < sites_.calls.size(); ++i) {
      const CallSite& site = sites_.calls[i];
      sources_[site.call].push_back({SourceKind::kCall, i});
      CallInfo info = DescribeCall(*site.call, variables_, paths_);
      VariableInfo object = ObjectOf(*site.call);
      Encoder item(strings_);
      item.Enum(info.kind);
      item.Enum(info.operation);
      item.Number(PlaceFlags(*site.call) | (site.hooked ? facts::kSiteGuarded : 0));
      item.Number(site.block);
      item.Number(site.ordinal);
      item.String(info.callee);
      item.String(info.callee_name);
      item.Number(info.slot);
      item.String(info.signature);
      Put(item, object);
      item.String(info.entry);
      Place(item, *site.call);
      PutStatement(item, *site.call);
      out.Item(item);
    }
    return out;
  }

  // What the first pointer argument points to. The callee's `this` tells a record from its first field, which has the same
  // address; for a library callee the user's variable is wanted (`queue.log`), so go down to it.
  VariableInfo ObjectOf(const CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    std::uint64_t size = 0;
    bool is_free = callee && OperationOf(callee->getName()) == facts::Operation::kFree;
    if (callee && callee->getSubprogram() && !paths_.IsSystem(callee->getSubprogram()) && callee->getSubprogram()->getType()) {
      auto types = callee->getSubprogram()->getType()->getTypeArray();
      if (const DIType* object = types.size() > 1 ? PointeeOf(types[1]) : nullptr) size = object->getSizeInBits() / 8;
    }
    for (const Use& argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      if (isa<llvm::Function>(argument) || isa<ConstantPointerNull>(argument)) break;
      return variables_.Of(argument, size, /*whole=*/size != 0 || is_free);
    }
    return {};
  }

  // Loads, calls and parameters that a condition is computed from, without looking through memory.
  std::vector<std::pair<SourceKind, unsigned>> Sources(const Value* condition) {
    std::vector<std::pair<SourceKind, unsigned>> found;
    SmallVector<const Value*, 16> work{condition};
    SmallPtrSet<const Value*, 16> seen{condition};
    while (!work.empty() && seen.size() < 64) {
      const Value* value = work.pop_back_val();
      if (const auto* parameter = dyn_cast<Argument>(value)) found.push_back({SourceKind::kParameter, parameter->getArgNo()});
      const auto* instruction = dyn_cast<Instruction>(value);
      if (!instruction) continue;
      if (auto known = sources_.find(instruction); known != sources_.end()) {
        found.insert(found.end(), known->second.begin(), known->second.end());
        continue;
      }
      if (isa<LoadInst>(instruction) || isa<CallBase>(instruction)) continue;
      for (const Use& operand : instruction->operands())
        if (seen.insert(operand).second) work.push_back(operand);
    }
    llvm::sort(found);
    return found;
  }

  Encoder Branches() {
    Encoder out(strings_);
    out.Number(sites_.branches.size());
    for (const BranchSite& site : sites_.branches) {
      auto sources = Sources(DecidingValue(*site.terminator));
      Encoder item(strings_);
      item.Number(PlaceFlags(*site.terminator));
      item.Number(site.block);
      item.Number(sources.size());
      for (auto [kind, index] : sources) {
        item.Enum(kind);
        item.Number(index);
      }
      Place(item, *site.terminator);
      PutStatement(item, *site.terminator);
      out.Item(item);
    }
    return out;
  }

  Encoder Loops() {
    Encoder out(strings_);
    out.Number(sites_.loops.size());
    for (const LoopSite& site : sites_.loops) {
      const Instruction* first = &*site.header->getFirstInsertionPt();
      while (!first->getDebugLoc() && !first->isTerminator()) first = first->getNextNode();
      Encoder item(strings_);
      item.Number(PlaceFlags(*first));
      item.Number(site.block);
      item.Number(site.depth);
      Place(item, *first);
      out.Item(item);
    }
    return out;
  }

  Encoder Statements() {
    Encoder out(strings_);
    if (!statements_) return out;
    out.Number(statements_->list.size());
    for (const Statement& statement : statements_->list) {
      Encoder item(strings_);
      item.Word(facts::NamedHash(statement.bare, statement.names, false).Word());
      item.Number(statement.flags);
      item.Number(statement.lines.size());
      for (unsigned line : statement.lines) item.Number(line);
      item.Number(statement.locals.size());
      for (unsigned local : statement.locals) item.Number(local);
      const auto functions = count_if(statement.names, facts::NamesFunction);
      item.Number(static_cast<std::uint64_t>(functions));
      for (const std::string& name : statement.names)
        if (facts::NamesFunction(name)) item.String(name);
      if (functions != 0) item.Word(facts::NamedHash(statement.bare, statement.names, true).Word());
      // Names of functions alone are in the list above.
      if (static_cast<std::size_t>(functions) != statement.names.size()) PutNames(item, statement.bare, statement.names);
      out.Item(item);
    }
    return out;
  }

  // What a hash was made of.
  void PutNames(Encoder& out, const Hash& bare, const std::vector<std::string>& names) {
    out.Raw(Bytes(bare));
    out.Number(names.size());
    for (const std::string& name : names) out.String(name);
  }

  // 0: no statement is known.
  void PutStatement(Encoder& out, const Instruction& instruction) {
    out.Number(statements_ ? StatementOf(*statements_, instruction) + 1u : 0);
  }

  void Put(Encoder& out, const VariableInfo& variable) {
    out.Enum(variable.kind);
    if (variable.kind == facts::VariableKind::kUnknown) return;
    for (const std::string* text : {&variable.name, &variable.record, &variable.field, &variable.object, &variable.type})
      out.String(*text);
  }

  void Put(Encoder& out, const facts::Inside& inside) {
    if (inside.holder.empty() && inside.size == 0) return;
    out.String(inside.holder);
    out.Number(inside.size);
    if (inside.size == 0) return;
    out.String(inside.type);
    out.String(inside.members);
    out.Number(inside.offset);
    out.Number(inside.element);
  }

  bool IsLibrary(const Instruction& instruction) {
    const DILocation* at = instruction.getDebugLoc();
    return paths_.IsSystem(at ? at->getScope()->getSubprogram() : function_.getSubprogram());
  }
  std::uint32_t PlaceFlags(const Instruction& instruction) { return IsLibrary(instruction) ? facts::kSiteLibrary : 0u; }

  void Position(Encoder& out, const DILocation* at) {
    const DISubprogram* holder = at ? at->getScope()->getSubprogram() : function_.getSubprogram();
    out.String(at ? paths_.Path(at->getFile()) : holder ? paths_.Path(holder->getFile()) : "");
    out.Number(at ? at->getLine() : 0);
    out.Number(at ? at->getColumn() : 0);
    StringRef linkage = holder ? holder->getLinkageName() : StringRef();
    out.String(!linkage.empty() ? demangle(linkage) : holder ? holder->getName().str() : function_.getName().str());
  }

  void Place(Encoder& out, const Instruction& instruction) {
    const DILocation* at = instruction.getDebugLoc();
    Position(out, at);
    if (!IsLibrary(instruction)) return;
    if (const DILocation* user = paths_.UserFrame(at)) return Position(out, user);
    out.String("");
    out.Number(0);
    out.Number(0);
    out.String("");
  }

  const FunctionSites& sites_;
  const FunctionStatements* statements_;
  llvm::Function& function_;
  Variables& variables_;
  CanonicalText& canonical_;
  SourcePaths& paths_;
  StringTable strings_;
  DenseMap<const BasicBlock*, unsigned> numbers_;
  DenseMap<const Instruction*, SmallVector<std::pair<SourceKind, unsigned>, 1>> sources_;
  facts::FunctionHash shape_;
  facts::FunctionHash loose_shape_;  // the same without names of functions
  std::vector<std::string> functions_;  // named in it, in order
};

}  // namespace

std::string EncodeFunction(const FunctionSites& sites, const FunctionStatements* statements, Variables& variables,
                           CanonicalText& canonical, SourcePaths& paths) {
  return FunctionEncoder(sites, statements, variables, canonical, paths).Run();
}

}  // namespace reweave::compiler
