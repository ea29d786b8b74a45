// Bottom-up over the call graph: a function first takes in its small system-header callees, then its locals are promoted.
// `v[i]`, `q.empty()`, `flag.load()` so become accesses of the user function, with the user's line in inlinedAt.
#include "compiler/pass/prepare.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

// Instructions that become code. Larger callees keep their own body (and sites); fixed, so that -O does not matter.
constexpr unsigned kMaxCallee = 40;
constexpr unsigned kMaxCaller = 4000;

unsigned CodeSize(const Function& function) {
  unsigned size = 0;
  for (const Instruction& instruction : instructions(function)) {
    if (isa<AllocaInst>(instruction) || isa<DbgInfoIntrinsic>(instruction) || isa<PHINode>(instruction)) continue;
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->isLifetimeStartOrEnd()) continue;
    if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction); gep && gep->hasAllConstantIndices()) continue;
    if (const auto* branch = dyn_cast<BranchInst>(&instruction); branch && branch->isUnconditional()) continue;
    ++size;
  }
  return size;
}

class SystemInliner {
 public:
  SystemInliner(FunctionAnalysisManager& analyses, SourcePaths& paths, const Module& module)
      : analyses_(analyses), paths_(paths) {
    // -fno-inline marks every function. How the program is optimised must not matter.
    all_marked_ = all_of(module, [](const Function& function) {
      return function.isDeclaration() || !function.getSubprogram() || function.hasFnAttribute(Attribute::NoInline) ||
             function.hasFnAttribute(Attribute::AlwaysInline);
    });
  }

  // Callees first. A function met again while its callees are being visited is part of a cycle and is not inlined.
  void Visit(Function& root) {
    if (root.isDeclaration() || !seen_.insert(&root).second) return;
    struct Frame {
      Function* function;
      SmallVector<Function*, 8> callees;
      unsigned next = 0;
    };
    SmallVector<Frame, 16> stack{{&root, Callees(root)}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next < frame.callees.size()) {
        Function* callee = frame.callees[frame.next++];
        if (!callee->isDeclaration() && seen_.insert(callee).second) stack.push_back({callee, Callees(*callee)});
        continue;
      }
      Function* function = frame.function;
      stack.pop_back();
      Clean(*function);
    }
  }

 private:
  static SmallVector<Function*, 8> Callees(Function& function) {
    SmallVector<Function*, 8> out;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction))
        if (Function* callee = call->getCalledFunction()) out.push_back(callee);
    return out;
  }

  bool Wanted(const Function& callee) {
    auto known = wanted_.find(&callee);
    return known != wanted_.end() && known->second;
  }

  // Decided when the callee is in its final form, so every caller gets the same answer.
  bool Decide(Function& function) {
    if (!paths_.IsSystem(function.getSubprogram())) return false;
    if ((function.hasFnAttribute(Attribute::NoInline) && !all_marked_) || function.isPresplitCoroutine() || function.isVarArg() ||
        IsKept(function))
      return false;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() == &function) return false;
    return CodeSize(function) <= kMaxCallee && isInlineViable(function).isSuccess();
  }
  static bool IsKept(const Function& function) {
    return function.isInterposable() || IsOperation(function) ||
           (!function.hasAvailableExternallyLinkage() && IsSkipped(function));
  }

  void Clean(Function& function) {
    SmallVector<CallBase*, 16> calls;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && !call->isMustTailCall())
        if (Function* callee = call->getCalledFunction(); callee && callee != &function && Wanted(*callee)) calls.push_back(call);
    unsigned size = calls.empty() ? 0 : CodeSize(function);
    bool changed = false;
    for (CallBase* call : calls) {
      Function* callee = call->getCalledFunction();
      if (size > kMaxCaller || !Compatible(function, *callee)) continue;
      InlineFunctionInfo info;
      if (InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess()) {
        size += CodeSize(*callee);
        changed = true;
      }
    }
    changed |= removeUnreachableBlocks(function);
    if (changed) analyses_.invalidate(function, PreservedAnalyses::none());
    PreservedAnalyses kept = SROAPass(SROAOptions::PreserveCFG).run(function, analyses_);
    analyses_.invalidate(function, kept);
    bool folded = FoldConstants(function);
    if (MergeChains(function) || folded) analyses_.invalidate(function, PreservedAnalyses::none());
    wanted_[&function] = Decide(function);
  }

  bool Compatible(Function& caller, Function& callee) {
    return AttributeFuncs::areInlineCompatible(caller, callee) &&
           analyses_.getResult<TargetIRAnalysis>(callee).areInlineCompatible(&caller, &callee);
  }

  // `load(std::memory_order_acquire)` is a switch over a constant once it is inlined. No access of live code goes away.
  static bool FoldConstants(Function& function) {
    SimplifyQuery query(function.getParent()->getDataLayout());
    bool changed = false;
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function))
      for (Instruction& instruction : make_early_inc_range(*block)) {
        if (instruction.mayReadOrWriteMemory() || instruction.isTerminator() || instruction.use_empty()) continue;
        auto* constant = dyn_cast_or_null<Constant>(simplifyInstruction(&instruction, query));
        if (!constant || isa<UndefValue>(constant)) continue;
        instruction.replaceAllUsesWith(constant);
        if (isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
      }
    for (BasicBlock& block : function) changed |= ConstantFoldTerminator(&block);
    if (changed) removeUnreachableBlocks(function);
    return changed;
  }

  // A block with one successor that has one predecessor is one block.
  static bool MergeChains(Function& function) {
    bool changed = false;
    for (BasicBlock& block : make_early_inc_range(function))
      if (!block.hasAddressTaken()) changed |= MergeBlockIntoPredecessor(&block);
    return changed;
  }

  FunctionAnalysisManager& analyses_;
  SourcePaths& paths_;
  SmallPtrSet<Function*, 32> seen_;
  DenseMap<const Function*, bool> wanted_;
  bool all_marked_ = false;
};

}  // namespace

void InlineSystemFunctions(Module& module, ModuleAnalysisManager& analyses, SourcePaths& paths) {
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SystemInliner inliner(functions, paths, module);
  for (Function& function : module) inliner.Visit(function);
}

}  // namespace reweave::compiler
