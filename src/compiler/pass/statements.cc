#include "compiler/pass/statements.h"

#include "compiler/pass/source_text.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/xxhash.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 24;
constexpr unsigned kResults = 1u << 20;  // locals from here on are results of statements

std::uint64_t PlaceKey(const DILocation& at) { return std::uint64_t{at.getLine()} << 16 | std::min(at.getColumn(), 0xffffu); }

// 0: not a call of one function that is written here.
std::uint64_t CallKey(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  const DILocation* at = instruction.getDebugLoc();
  if (!callee || !at || at->getInlinedAt()) return 0;
  // Two keys of a DenseMap are its own.
  return std::min<std::uint64_t>(hash_combine(PlaceKey(*at), xxh3_64bits(callee->getName())), ~0ull - 2);
}

bool IsDestructor(StringRef name) { return name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev"); }

// An empty text is a barrier for the compiler only.
bool IsOpaque(const InlineAsm& assembler) {
  return !assembler.getAsmString().empty() && StringRef(assembler.getConstraintString()).contains("~{memory}");
}

class Collector {
 public:
  Collector(Function& function, Variables& variables, CanonicalText& canonical, SourceText& source)
      : function_(function),
        variables_(variables),
        canonical_(canonical),
        source_(source),
        file_(function.getSubprogram() ? function.getSubprogram()->getFile() : nullptr) {
    unsigned next = 0;
    for (Argument& argument : function.args()) locals_[&argument] = next++;
    for (Instruction& instruction : instructions(function))
      if (isa<AllocaInst>(instruction)) locals_[&instruction] = next++;
    FindNormalBlocks();
  }

  FunctionStatements Run() {
    variables_.Enter(function_);
    for (BasicBlock& block : function_)
      for (Instruction& instruction : block)
        if (IsRoot(instruction)) Add(instruction);
    return std::move(out_);
  }

 private:
  // Blocks that are reached without an exception, and the handlers that the programmer wrote.
  void FindNormalBlocks() {
    SmallVector<BasicBlock*, 16> work{&function_.getEntryBlock()};
    for (BasicBlock& block : function_)
      for (Instruction& instruction : block)
        if (const auto* call = dyn_cast<CallInst>(&instruction);
            call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__cxa_begin_catch")
          work.push_back(&block);
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!normal_.insert(block).second) continue;
      Instruction* end = block->getTerminator();
      if (auto* invoke = dyn_cast<InvokeInst>(end)) work.push_back(invoke->getNormalDest());
      else
        for (unsigned i = 0; i < end->getNumSuccessors(); ++i) work.push_back(end->getSuccessor(i));
    }
  }

  bool IsRoot(const Instruction& instruction) {
    if (const auto* store = dyn_cast<StoreInst>(&instruction))
      return !isa<Argument>(store->getValueOperand()) || !isa<AllocaInst>(store->getPointerOperand());
    if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction) || isa<FenceInst>(instruction)) return true;
    if (const auto* branch = dyn_cast<BranchInst>(&instruction))
      return branch->isConditional() || (branch->getDebugLoc() && branch->getSuccessor(0) != branch->getParent()->getNextNode());
    if (isa<SwitchInst>(instruction)) return true;
    if (const auto* ret = dyn_cast<ReturnInst>(&instruction)) return ret->getReturnValue() != nullptr;
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return isa<MemIntrinsic>(intrinsic);
    return isa<CallBase>(instruction);
  }

  void Add(const Instruction& root) {
    statement_ = {};
    text_.clear();
    const bool at_brace = isa<ReturnInst>(root) && SourceAt(root).starts_with("}");
    if (const DILocation* at = root.getDebugLoc(); at && !at_brace) Note(*at);
    Text(root);
    const auto* call = dyn_cast<CallBase>(&root);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && (IsDestructor(callee->getName()) || callee->getName().starts_with("__cxa_") ||
                   callee->getName() == "__clang_call_terminate"))
      statement_.flags |= facts::kStatementImplicit;
    if (const auto* ret = dyn_cast<ReturnInst>(&root); ret && IsImplicit(*ret)) statement_.flags |= facts::kStatementImplicit;
    if (const auto* branch = dyn_cast<BranchInst>(&root); branch && branch->isUnconditional()) Jump(root);
    if (call && call->isInlineAsm() && IsOpaque(*cast<InlineAsm>(call->getCalledOperand())))
      statement_.flags |= facts::kStatementAssembly;
    if (!normal_.contains(root.getParent())) statement_.flags |= facts::kStatementUnwind;
    TextParts parts = Parts(text_);
    statement_.bare = HashOf(parts.bare);
    statement_.names = std::move(parts.names);
    llvm::sort(statement_.lines);
    statement_.lines.erase(llvm::unique(statement_.lines), statement_.lines.end());
    unsigned number = out_.list.size();
    // Destructors at the end of a scope stand twice at one place: what runs without an exception is the statement meant.
    const bool unwinds = (statement_.flags & facts::kStatementUnwind) != 0;
    for (std::uint64_t key : keys_) {
      auto [known, fresh] = out_.at.try_emplace(key, number);
      if (!fresh && !unwinds && known->second != number && (out_.list[known->second].flags & facts::kStatementUnwind) != 0)
        known->second = number;
    }
    keys_.clear();
    if (const std::uint64_t key = CallKey(root); key != 0 && !unwinds) out_.calls.try_emplace(key, number);
    if (call && !root.getType()->isVoidTy()) locals_[&root] = kResults + number;
    out_.list.push_back(std::move(statement_));
  }

  StringRef SourceAt(const Instruction& instruction) {
    return instruction.getDebugLoc() ? source_.At(*instruction.getDebugLoc()) : StringRef();
  }

  // A function with several returns has one at its closing brace that gives back what they stored. With destructors to run a
  // written one is there, too; its value was computed before them.
  bool IsImplicit(const ReturnInst& ret) {
    const auto* value = dyn_cast<LoadInst>(ret.getReturnValue());
    if (!value) return false;
    StringRef text = SourceAt(ret);
    return text.empty() || (text.starts_with("}") && (!value->getDebugLoc() || value->getDebugLoc() == ret.getDebugLoc()));
  }

  // `break`, `continue`, `return`, `goto there`; anything else is the end of a block, which nobody wrote.
  void Jump(const Instruction& root) {
    statement_.flags |= facts::kStatementJump;
    StringRef text = SourceAt(root);
    if (text.empty()) return;
    StringRef word = text.take_while([](char c) { return isAlnum(c) || c == '_'; });
    if (word != "break" && word != "continue" && word != "return" && word != "goto") {
      // The name of a macro may stand for any of them.
      bool macro = !word.empty() && none_of(word, [](char c) { return isLower(c); });
      if (!macro) statement_.flags |= facts::kStatementImplicit;
    }
    text_ += word;
    if (word == "goto") text_ += text.drop_front(4).take_until([](char c) { return c == ';'; }).trim();
  }

  void Note(const DILocation& at) {
    if (at.getLine() == 0 || at.getInlinedAt() || (file_ && at.getFile() != file_)) return;
    statement_.lines.push_back(at.getLine());
    keys_.push_back(PlaceKey(at));
  }

  // What the instruction does, with its operands as expressions.
  void Text(const Instruction& root) {
    // Whether an exception could find something to clean up is not the statement's doing.
    text_ += isa<InvokeInst>(root) ? "call" : root.getOpcodeName();
    text_ += ' ';
    if (const auto* copy = dyn_cast<MemTransferInst>(&root)) {
      Value(copy->getDest(), 0), Value(copy->getSource(), 0), Length(*copy);
    } else if (const auto* call = dyn_cast<CallBase>(&root)) {
      text_ += canonical_.TypeText(call->getType());
      Callee(*call);
      for (unsigned i = 0; i < call->arg_size(); ++i) {
        if (CanonicalText::IsUnstableArgument(*call, i)) text_ += " *";
        else Value(*call, call->getArgOperand(i), 0);
      }
    } else if (const auto* branch = dyn_cast<BranchInst>(&root)) {
      if (branch->isConditional()) Value(branch->getCondition(), 0);
    } else if (const auto* choice = dyn_cast<SwitchInst>(&root)) {
      Value(choice->getCondition(), 0);
      for (const auto& entry : choice->cases()) text_ += " " + canonical_.ConstantText(entry.getCaseValue());
    } else {
      text_ += canonical_.Details(root);
      for (const Use& operand : root.operands()) Value(root, operand, 0);
    }
  }

  // A copied record is known by its type, not by how large it is.
  void Length(const MemTransferInst& copy) {
    const auto* size = dyn_cast<ConstantInt>(copy.getLength());
    for (const llvm::Value* end : {copy.getRawDest(), copy.getRawSource()})
      if (const auto* local = dyn_cast<AllocaInst>(end->stripPointerCasts()); local && size)
        if (auto bytes = local->getAllocationSize(function_.getParent()->getDataLayout());
            bytes && bytes->getFixedValue() == size->getZExtValue())
          return void(text_ += " whole");
    Value(copy.getLength(), 0);
  }

  void Callee(const CallBase& call) {
    if (const auto* assembler = dyn_cast<InlineAsm>(call.getCalledOperand()))
      text_ += " asm " + std::string(assembler->getAsmString());
    else Value(call.getCalledOperand(), 0);
  }

  void Value(const Instruction& user, const llvm::Value* value, unsigned depth) {
    if (const std::string member = canonical_.FirstMember(user, value); !member.empty()) text_ += ' ' + member;
    else Value(value, depth);
  }
  void Value(const llvm::Value* value, unsigned depth) {
    text_ += ' ';
    if (const auto* constant = dyn_cast<Constant>(value)) return void(text_ += canonical_.ConstantText(constant));
    if (isa<BasicBlock>(value) || isa<MetadataAsValue>(value)) return;
    if (auto known = locals_.find(value); known != locals_.end()) {
      statement_.locals.push_back(known->second);
      const auto* local = dyn_cast<AllocaInst>(value);
      text_ += "local:" + canonical_.TypeText(local ? local->getAllocatedType() : value->getType());
      return;
    }
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth > kMaxDepth || !visiting_.insert(instruction).second)
      return void(text_ += "?" + canonical_.TypeText(value->getType()));
    if (const DILocation* at = instruction->getDebugLoc()) Note(*at);
    text_ += '(';
    text_ += instruction->getOpcodeName();
    text_ += ' ' + canonical_.TypeText(instruction->getType());
    if (const auto* gep = dyn_cast<GetElementPtrInst>(instruction)) {
      Address(*gep, depth);
    } else {
      text_ += canonical_.Details(*instruction);
      for (const Use& operand : instruction->operands()) Value(*instruction, operand, depth + 1);
    }
    text_ += ')';
    visiting_.erase(instruction);
  }

  void Address(const GetElementPtrInst& gep, unsigned depth) {
    std::string member = canonical_.MemberName(gep);
    bool named = !member.empty();
    if (named) text_ += " &" + member;
    else text_ += " " + canonical_.TypeText(gep.getSourceElementType());
    Value(gep.getPointerOperand(), depth + 1);
    for (const Use& index : gep.indices())
      if (!named || !isa<Constant>(index)) Value(index, depth + 1);
  }

  Function& function_;
  Variables& variables_;
  CanonicalText& canonical_;
  SourceText& source_;
  const DIFile* file_;
  DenseMap<const llvm::Value*, unsigned> locals_;
  SmallPtrSet<const BasicBlock*, 16> normal_;
  SmallPtrSet<const Instruction*, 16> visiting_;
  FunctionStatements out_;
  Statement statement_;
  SmallVector<std::uint64_t, 8> keys_;
  std::string text_;
};

// A statement over several lines has all of them, also those of constants, which no instruction stands on; but not the lines of a
// lambda's body inside it.
class GapFiller {
 public:
  void Add(const Function& function, FunctionStatements& statements) {
    if (!function.getSubprogram()) return;
    functions_.push_back({function.getSubprogram()->getFile(), &statements});
    for (const Statement& statement : statements.list)
      for (unsigned line : statement.lines) taken_.insert({function.getSubprogram()->getFile(), line});
  }
  void Run() {
    for (auto& [file, statements] : functions_)
      for (Statement& statement : statements->list) {
        if (statement.lines.size() < 2 || statement.lines.back() - statement.lines.front() < statement.lines.size()) continue;
        SmallVector<unsigned, 2> all;
        for (unsigned line = statement.lines.front(); line <= statement.lines.back(); ++line)
          if (is_contained(statement.lines, line) || !taken_.contains({file, line})) all.push_back(line);
        statement.lines = std::move(all);
      }
  }

 private:
  std::vector<std::pair<const DIFile*, FunctionStatements*>> functions_;
  DenseSet<std::pair<const DIFile*, unsigned>> taken_;
};

}  // namespace

StatementTable CollectStatements(Module& module, SourcePaths& paths) {
  StatementTable table;
  Variables variables(module, paths);
  CanonicalText canonical(variables, paths);
  SourceText source;
  GapFiller gaps;
  for (Function& function : module)
    if (!function.isDeclaration() && !paths.IsSystem(function.getSubprogram())) {
      FunctionStatements& statements = table[function.getName()];
      statements = Collector(function, variables, canonical, source).Run();
      gaps.Add(function, statements);
    }
  gaps.Run();
  return table;
}

unsigned StatementOf(const FunctionStatements& statements, const Instruction& instruction) {
  if (const std::uint64_t key = CallKey(instruction))
    if (const auto found = statements.calls.find(key); found != statements.calls.end()) return found->second;
  const DILocation* at = instruction.getDebugLoc();
  while (at && at->getInlinedAt()) at = at->getInlinedAt();
  if (!at) return ~0u;
  auto found = statements.at.find(PlaceKey(*at));
  return found == statements.at.end() ? ~0u : found->second;
}

}  // namespace reweave::compiler
