#include "compiler/pass/collect.h"

#include "compiler/pass/formats.h"

#include "abi/hooks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace reweave::compiler {

using namespace llvm;

Value* DecidingValue(Instruction& terminator) {
  if (auto* branch = dyn_cast<BranchInst>(&terminator)) return branch->isConditional() ? branch->getCondition() : nullptr;
  if (auto* choice = dyn_cast<SwitchInst>(&terminator)) return choice->getCondition();
  if (auto* jump = dyn_cast<IndirectBrInst>(&terminator)) return jump->getAddress();
  return nullptr;
}

bool IsInCycle(const BasicBlock& block) {
  SmallPtrSet<const BasicBlock*, 16> seen;
  SmallVector<const BasicBlock*, 16> open(successors(&block));
  while (!open.empty()) {
    const BasicBlock* next = open.pop_back_val();
    if (next == &block) return true;
    if (seen.insert(next).second) append_range(open, successors(next));
  }
  return false;
}

namespace {

std::uint8_t StdOrder(AtomicOrdering order) { return static_cast<std::uint8_t>(toCABI(order)); }

// libstdc++ 12 unlocks std::atomic<std::shared_ptr> with relaxed order after a load or before a wait, so by the letter its read
// of the pointer races with the next store. It means a release (later versions write one), and that is what the trace is told.
bool UnlocksAtomicSharedPtr(const Instruction& instruction) {
  for (const DILocation* at = instruction.getDebugLoc(); at != nullptr; at = at->getInlinedAt()) {
    const DISubprogram* function = at->getScope()->getSubprogram();
    if (function == nullptr || !function->getLinkageName().contains("_Sp_atomic")) continue;
    if (function->getName() == "unlock" || function->getName() == "_M_wait_unlock") return true;
  }
  return false;
}

std::uint8_t OrderOf(const AtomicRMWInst& rmw) {
  const bool weak = rmw.getOrdering() == AtomicOrdering::Monotonic;
  return StdOrder(weak && UnlocksAtomicSharedPtr(rmw) ? AtomicOrdering::Release : rmw.getOrdering());
}

class Collector {
 public:
  Collector(Function& function, const CaptureAnalysis& capture, SourcePaths& paths)
      : capture_(capture), paths_(paths), layout_(function.getParent()->getDataLayout()) {
    sites_.function = &function;
    sites_.control_hooks = !paths.IsSystem(function.getSubprogram());
  }

  FunctionSites Run() {
    ReversePostOrderTraversal<Function*> order(sites_.function);
    for (BasicBlock* block : order) sites_.blocks.push_back(block);
    for (unsigned i = 0; i < sites_.blocks.size(); ++i) {
      block_ = i;
      numbers_[sites_.blocks[i]] = i;
      accesses_in_block_ = calls_in_block_ = 0;
      for (Instruction& instruction : *sites_.blocks[i]) Visit(instruction);
    }
    UnmarkedLocals();
    Loops();
    return std::move(sites_);
  }

 private:
  void Visit(Instruction& instruction) {
    if (auto* call = dyn_cast<CallBase>(&instruction)) return VisitCall(*call);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) return VisitLoad(*load);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) return VisitStore(*store);
    if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (auto* site = Add(*rmw, AccessKind::kAtomicRmw, rmw->getPointerOperand(), SizeOf(rmw->getValOperand()->getType())))
        site->order = OrderOf(*rmw);
    } else if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (auto* site = Add(*cas, AccessKind::kAtomicCas, cas->getPointerOperand(), SizeOf(cas->getNewValOperand()->getType()))) {
        site->order = StdOrder(cas->getSuccessOrdering());
        site->failure = StdOrder(cas->getFailureOrdering());
        site->once = cas->isWeak() && !paths_.IsSystem(sites_.function->getSubprogram()) && !IsInCycle(*cas->getParent());
      }
    } else if (auto* fence = dyn_cast<FenceInst>(&instruction)) {
      if (fence->getSyncScopeID() == SyncScope::SingleThread) return;
      if (auto* site = Add(*fence, AccessKind::kFence, nullptr, 0)) site->order = StdOrder(fence->getOrdering());
    } else if (DecidingValue(instruction) != nullptr) {
      sites_.branches.push_back({&instruction, block_});
    }
  }

  void VisitLoad(LoadInst& load) {
    auto kind = load.isAtomic() ? AccessKind::kAtomicLoad : AccessKind::kRead;
    auto* site = Add(load, kind, load.getPointerOperand(), SizeOf(load.getType()));
    if (!site) return;
    site->is_volatile = load.isVolatile();
    if (load.isAtomic()) site->order = StdOrder(load.getOrdering());
  }

  void VisitStore(StoreInst& store) {
    auto kind = store.isAtomic() ? AccessKind::kAtomicStore : AccessKind::kWrite;
    auto* site = Add(store, kind, store.getPointerOperand(), SizeOf(store.getValueOperand()->getType()));
    if (!site) return;
    site->value = store.getValueOperand();
    site->is_volatile = store.isVolatile();
    if (store.isAtomic()) site->order = StdOrder(store.getOrdering());
  }

  void VisitCall(CallBase& call) {
    if (isa<DbgInfoIntrinsic>(call)) return;
    if (auto* transfer = dyn_cast<MemTransferInst>(&call)) {
      AddRange(call, AccessKind::kRead, transfer->getSource(), transfer->getLength());
      AddRange(call, AccessKind::kWrite, transfer->getDest(), transfer->getLength());
      return;
    }
    if (auto* fill = dyn_cast<MemSetInst>(&call)) return AddRange(call, AccessKind::kWrite, fill->getDest(), fill->getLength());
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return VisitIntrinsic(*intrinsic);
    if (call.isInlineAsm()) return VisitAsm(call);
    const Function* callee = call.getCalledFunction();
    StringRef name = callee ? callee->getName() : StringRef();
    if (name.starts_with("__reweave_")) return;
    if (callee && callee->isDeclaration()) VisitLibraryCall(call, name);
    if (!callee || callee->isDeclarationForLinker()) VisitLibraryObject(call, name);
    bool hooked = !(callee && (IsLeaf(name) || name == "__clang_call_terminate"));
    // Inlined library code has the user's function around it: its call is the user's.
    const bool library = paths_.IsSystem(sites_.function->getSubprogram());
    sites_.calls.push_back({&call, block_, calls_in_block_++, hooked, library});
  }

  // What a class of the C++ library does out of sight counts as an access to its object.
  void VisitLibraryObject(CallBase& call, StringRef name) {
    const Effect* effect = nullptr;
    if (!name.empty()) effect = EffectOnObject(name, call.hasStructRetAttr());
    else if (const DILocation* at = call.getDebugLoc())
      effect = EffectOnResource(at->getScope()->getSubprogram()->getLinkageName());
    if (!effect || effect->argument >= call.arg_size()) return;
    Value* object = call.getArgOperand(effect->argument);
    if (!object->getType()->isPointerTy() || IsStandardStream(object->stripPointerCasts()->getName())) return;
    auto* site = Add(call, effect->write ? AccessKind::kWrite : AccessKind::kRead, object, effect->size);
    if (!site) return;
    site->range = true;
    site->effect = effect;
  }

  // A function of the program may have the name of one of the library.
  static bool Fits(const CallBase& call, const Effect& effect) {
    const auto is_number = [&](unsigned at) { return at < call.arg_size() && call.getArgOperand(at)->getType()->isIntegerTy(); };
    if (effect.argument >= call.arg_size() || !call.getArgOperand(effect.argument)->getType()->isPointerTy()) return false;
    switch (effect.extent) {
      case Extent::kArgument: return is_number(effect.size) && call.getArgOperand(effect.size)->getType()->isIntegerTy(64);
      case Extent::kProduct: return is_number(effect.size) && is_number(effect.other);
      case Extent::kFirst:
      case Extent::kItems:
      case Extent::kVector:
      case Extent::kMessages:
      case Extent::kStringMax: return is_number(effect.size);
      default: return true;
    }
  }

  void AddEffect(CallBase& call, const Effect& effect) {
    if (!Fits(call, effect)) return;
    // A list of buffers may be the thread's own while the buffers are not, and the head of a list while its nodes are not.
    const bool lists = effect.extent == Extent::kVector || effect.extent == Extent::kMessage ||
                       effect.extent == Extent::kMessages || effect.extent == Extent::kLinked;
    const bool stream = effect.extent == Extent::kStream;
    const AccessKind kind = stream ? AccessKind::kAtomicRmw : effect.write ? AccessKind::kWrite : AccessKind::kRead;
    auto* site = Add(call, kind, call.getArgOperand(effect.argument), stream ? 4 : 0, lists);
    if (!site) return;
    if (stream) {
      site->order = StdOrder(AtomicOrdering::SequentiallyConsistent);
      site->effect = &effect;
      return;
    }
    site->range = true;
    if (effect.extent == Extent::kArgument) site->length = call.getArgOperand(effect.size);
    site->effect = &effect;
  }

  void VisitLibraryCall(CallBase& call, StringRef name) {
    for (const Effect& effect : EffectsOf(name)) AddEffect(call, effect);
    for (const Effect* effect : EffectsOfFormat(call, name)) AddEffect(call, *effect);
    auto atomic = AsAtomicCall(name);
    if (!atomic || call.arg_size() <= std::max(atomic->order, atomic->failure.value_or(0))) return;
    std::uint64_t size = atomic->size;
    if (atomic->size_argument)
      if (auto* constant = dyn_cast<ConstantInt>(call.getArgOperand(*atomic->size_argument))) size = constant->getZExtValue();
    constexpr AccessKind kKinds[] = {AccessKind::kAtomicLoad, AccessKind::kAtomicStore, AccessKind::kAtomicRmw,
                                     AccessKind::kAtomicCas};
    auto* site = Add(call, kKinds[atomic->op], call.getArgOperand(atomic->pointer), size);
    if (!site) return;
    auto order_of = [&](unsigned argument) -> std::uint8_t {
      auto* constant = dyn_cast<ConstantInt>(call.getArgOperand(argument));
      return constant && constant->getZExtValue() <= 5 ? constant->getZExtValue() : 5;
    };
    site->order = order_of(atomic->order);
    if (atomic->failure) site->failure = order_of(*atomic->failure);
    if (atomic->value) site->value = call.getArgOperand(*atomic->value);
  }

  void VisitIntrinsic(IntrinsicInst& intrinsic) {
    if (const auto id = intrinsic.getIntrinsicID(); id == Intrinsic::coro_resume || id == Intrinsic::coro_destroy)
      return VisitCoroutine(intrinsic);
    if (!intrinsic.isLifetimeStartOrEnd() || sites_.function->isPresplitCoroutine()) return;
    auto* local = dyn_cast<AllocaInst>(intrinsic.getArgOperand(1)->stripPointerCasts());
    if (!local || !capture_.Escapes(local)) return;
    bool begins = intrinsic.getIntrinsicID() == Intrinsic::lifetime_start;
    marked_.insert(local);
    AddLocal(begins ? *intrinsic.getNextNode() : static_cast<Instruction&>(intrinsic), begins, *local);
  }

  // Whoever resumes or destroys a coroutine changes its frame: its first two words, which say where it goes on.
  void VisitCoroutine(IntrinsicInst& intrinsic) {
    constexpr std::uint64_t kFrameStart = 16;
    if (auto* site = Add(intrinsic, AccessKind::kWrite, intrinsic.getArgOperand(0), kFrameStart)) site->range = true;
  }

  // Operands in memory of an assembler statement. One that locks the bus reads and writes them atomically, and a single load or
  // store is atomic on this machine; what reads and writes without a lock can lose an update.
  void VisitAsm(CallBase& call) {
    const auto& assembler = *cast<InlineAsm>(call.getCalledOperand());
    const StringRef text = assembler.getAsmString();
    if (text.empty()) return;
    const bool locks = text.contains("lock") || text.contains("xchg");
    llvm::MapVector<Value*, std::pair<Type*, unsigned>> operands;  // 1 is read, 2 is written
    unsigned argument = 0;
    for (const auto& constraint : assembler.ParseConstraints()) {
      const bool writes = constraint.Type == InlineAsm::isOutput;
      if (constraint.Type != InlineAsm::isInput && !(writes && constraint.isIndirect)) continue;
      const unsigned i = argument++;
      if (i >= call.arg_size()) break;
      Type* type = call.getParamElementType(i);
      Value* address = call.getArgOperand(i);
      if (!type || !address->getType()->isPointerTy()) continue;
      auto& operand = operands[address];
      operand.first = type;
      operand.second |= writes ? 2u : 1u;
    }
    for (const auto& [address, operand] : operands) {
      const auto [type, use] = operand;
      const auto add = [&](AccessKind kind) {
        if (auto* site = Add(call, kind, address, SizeOf(type))) site->order = 5;
      };
      if (locks) add(AccessKind::kAtomicRmw);
      else if (use == 1) add(AccessKind::kAtomicLoad);
      else if (use == 2) add(AccessKind::kAtomicRmw);
      else PlainUpdate(call, address, SizeOf(type));
    }
  }

  void PlainUpdate(CallBase& call, Value* address, std::uint64_t size) {
    for (AccessKind kind : {AccessKind::kRead, AccessKind::kWrite})
      if (auto* site = Add(call, kind, address, size)) site->range = true;
  }

  // Locals that escape but have no lifetime marks live as long as the call.
  void UnmarkedLocals() {
    if (sites_.function->isPresplitCoroutine()) return;
    for (Instruction& instruction : sites_.function->getEntryBlock()) {
      auto* local = dyn_cast<AllocaInst>(&instruction);
      if (!local || marked_.contains(local) || !local->isStaticAlloca() || !capture_.Escapes(local)) continue;
      block_ = 0;
      accesses_in_block_ = 1u << 16;  // apart from the block's own numbering
      Instruction* first = local;
      while (isa<AllocaInst>(first)) first = first->getNextNode();
      AddLocal(*first, true, *local);
      for (BasicBlock* block : sites_.blocks)
        if (auto* ret = dyn_cast<ReturnInst>(block->getTerminator()); ret && !block->getTerminatingMustTailCall()) {
          block_ = numbers_[block];
          AddLocal(*ret, false, *local);
        }
    }
  }

  void Loops() {
    DominatorTree dominators(*sites_.function);
    LoopInfo info(dominators);
    for (unsigned i = 0; i < sites_.blocks.size(); ++i) {
      BasicBlock* header = sites_.blocks[i];
      const Loop* loop = info.getLoopFor(header);
      if (!loop || loop->getHeader() != header) continue;
      LoopSite site{header, {}, i, loop->getLoopDepth()};
      for (BasicBlock* before : predecessors(header))
        if (!loop->contains(before) && numbers_.contains(before) && !is_contained(site.entries, before))
          site.entries.push_back(before);
      sites_.loops.push_back(std::move(site));
    }
  }

  // Nothing for memory that no other thread can reach, nor inside the wait pool of std::atomic::wait, whose slots are shared
  // by unrelated objects (hazards 10).
  AccessSite* Add(Instruction& instruction, AccessKind kind, Value* address, std::uint64_t size, bool private_too = false) {
    if (address && (address->getType()->getPointerAddressSpace() != 0 || (!private_too && capture_.IsPrivate(address))))
      return nullptr;
    if (InWaitPool(instruction)) return nullptr;
    AccessSite site{};
    site.instruction = &instruction;
    site.kind = kind;
    site.address = address;
    site.size = size;
    site.block = block_;
    site.ordinal = accesses_in_block_++;
    sites_.accesses.push_back(site);
    return &sites_.accesses.back();
  }

  void AddRange(Instruction& instruction, AccessKind kind, Value* address, Value* length) {
    auto* constant = dyn_cast<ConstantInt>(length);
    if (constant && constant->isZero()) return;
    auto* site = Add(instruction, kind, address, constant ? constant->getZExtValue() : 0);
    if (!site) return;
    site->range = true;
    site->length = length;
    site->is_volatile = cast<MemIntrinsic>(instruction).isVolatile();
  }

  void AddLocal(Instruction& before, bool begins, AllocaInst& local) {
    auto size = local.getAllocationSize(layout_);
    if (!size || size->isScalable() || size->getFixedValue() == 0) return;
    AccessSite site{};
    site.instruction = &before;
    site.kind = begins ? AccessKind::kLocalBegin : AccessKind::kLocalEnd;
    site.address = &local;
    site.size = size->getFixedValue();
    site.range = true;
    site.block = block_;
    site.ordinal = accesses_in_block_++;
    sites_.accesses.push_back(site);
  }

  // Written in the pool itself. What a predicate called from there accesses is the program's: its acquire ends the wait.
  static bool InWaitPool(const Instruction& instruction) {
    const DILocation* at = instruction.getDebugLoc();
    return at && at->getScope()->getSubprogram()->getLinkageName().contains("__waiter");
  }

  std::uint64_t SizeOf(Type* type) const { return layout_.getTypeStoreSize(type).getKnownMinValue(); }

  const CaptureAnalysis& capture_;
  SourcePaths& paths_;
  const DataLayout& layout_;
  FunctionSites sites_;
  DenseMap<BasicBlock*, unsigned> numbers_;
  SmallPtrSet<AllocaInst*, 8> marked_;
  unsigned block_ = 0, accesses_in_block_ = 0, calls_in_block_ = 0;
};

}  // namespace

FunctionSites Collect(Function& function, const CaptureAnalysis& capture, SourcePaths& paths) {
  return Collector(function, capture, paths).Run();
}

}  // namespace reweave::compiler
