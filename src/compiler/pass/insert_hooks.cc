// Last site first: each split moves only the rest of a block, so long blocks stay cheap.
#include "compiler/pass/insert_hooks.h"

#include "abi/hooks.h"
#include "abi/suspicion.h"
#include "compiler/pass/collect.h"
#include "compiler/pass/unseen_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace reweave::compiler {

using namespace llvm;
using abi::SiteClass;

namespace {

class Inserter {
 public:
  Inserter(const FunctionSites& sites, const GuardArrays& guards, const Hooks& hooks)
      : sites_(sites), guards_(guards), hooks_(hooks), layout_(sites.function->getParent()->getDataLayout()) {}

  void Run() {
    FindAddressesUsed();
    if (sites_.control_hooks) FindLoopEntries();
    for (unsigned i = sites_.accesses.size(); i-- > 0;) Access(i, sites_.accesses[i]);
    unsigned guard = 0;
    for (const CallSite& site : sites_.calls) guard += site.hooked;
    for (unsigned i = sites_.calls.size(); i-- > 0;)
      if (sites_.calls[i].hooked) Call(--guard, *sites_.calls[i].call, sites_.calls[i].library);
    for (PtrToIntInst* cast : addresses_used_) AddressUsed(*cast);
    if (!sites_.control_hooks) return;
    for (unsigned i = sites_.branches.size(); i-- > 0;) Branch(i, *sites_.branches[i].terminator);
    for (unsigned i = sites_.loops.size(); i-- > 0;) LoopHeader(i, sites_.loops[i]);
    for (unsigned i = sites_.blocks.size(); i-- > 0;) Block(i, *sites_.blocks[i]);
    for (auto& [index, end] : loop_entries_) LoopEntry(index, *end);
  }

 private:
  GuardedRegion Guard(SiteClass cls, unsigned index, Instruction* before) {
    return InsertGuard(guards_.arrays[static_cast<int>(cls)], index, before, before->getDebugLoc());
  }

  void Access(unsigned index, const AccessSite& site) {
    auto [builder, guard] = Guard(SiteClass::kAccess, index, site.instruction);
    switch (site.kind) {
      case AccessKind::kRead:
      case AccessKind::kWrite: return Plain(site, builder, guard);
      case AccessKind::kFence: builder.CreateCall(hooks_.fence, {guard, builder.getInt32(site.order)}); return;
      case AccessKind::kLocalBegin:
      case AccessKind::kLocalEnd:
        builder.CreateCall(site.kind == AccessKind::kLocalBegin ? hooks_.local_begin : hooks_.local_end,
                           {site.address, builder.getInt64(site.size), guard});
        return;
      default:
        if (site.effect == nullptr) return Atomic(site, builder, guard);
        builder.CreateCall(hooks_.stream, {site.address, guard, builder.getInt32(site.effect->size)});
    }
  }

  // What the front end made stays: a load whose value nobody uses may be the one that fails. It costs next to nothing, since
  // the optimiser moves no access over the hook anyway.
  static void Keep(Instruction& access) {
    if (auto* load = dyn_cast<LoadInst>(&access)) load->setVolatile(true);
    else if (auto* store = dyn_cast<StoreInst>(&access)) store->setVolatile(true);
  }

  void Plain(const AccessSite& site, IRBuilder<>& builder, Value* guard) {
    bool write = site.kind == AccessKind::kWrite;
    Keep(*site.instruction);
    if (site.effect && site.effect->extent != Extent::kArgument) return String(site, builder, guard);
    if (!site.range && isPowerOf2_64(site.size) && site.size <= 8) {
      unsigned log = Log2_64(site.size);
      if (!write) builder.CreateCall(hooks_.read[log], {site.address, guard});
      else builder.CreateCall(hooks_.write[log], {site.address, guard, Bits(builder, site.value)});
      return;
    }
    Value* length = site.length ? builder.CreateZExtOrTrunc(site.length, builder.getInt64Ty()) : builder.getInt64(site.size);
    builder.CreateCall(write ? hooks_.write_range : hooks_.read_range, {site.address, length, guard});
  }

  static Value* Wide(IRBuilder<>& builder, Value* number) { return builder.CreateZExtOrTrunc(number, builder.getInt64Ty()); }

  void String(const AccessSite& site, IRBuilder<>& builder, Value* guard) {
    const auto& call = *cast<CallBase>(site.instruction);
    auto argument = [&](unsigned number) { return call.getArgOperand(number); };
    Value* no_limit = builder.getInt64(~0ull);
    const Effect& effect = *site.effect;
    switch (effect.extent) {
      case Extent::kArgument:
      case Extent::kStream: break;
      case Extent::kString: builder.CreateCall(hooks_.read_string, {site.address, no_limit, guard}); break;
      case Extent::kStringMax:
        builder.CreateCall(hooks_.read_string, {site.address, Wide(builder, argument(effect.size)), guard});
        break;
      case Extent::kCopyOfString:
        builder.CreateCall(hooks_.write_string, {site.address, argument(effect.other), no_limit, guard});
        break;
      case Extent::kCopyMax:
        builder.CreateCall(hooks_.write_string, {site.address, argument(effect.other), argument(effect.size), guard});
        break;
      case Extent::kAppended:
        builder.CreateCall(hooks_.append_string, {site.address, argument(effect.other), no_limit, guard});
        break;
      case Extent::kAppendedMax:
        builder.CreateCall(hooks_.append_string, {site.address, argument(effect.other), argument(effect.size), guard});
        break;
      case Extent::kProduct: {
        Value* n = builder.CreateMul(Wide(builder, argument(effect.size)), Wide(builder, argument(effect.other)));
        builder.CreateCall(effect.write ? hooks_.write_range : hooks_.read_range, {site.address, n, guard});
        break;
      }
      case Extent::kFirst: {
        Value* n = builder.CreateZExt(builder.CreateIsNotNull(argument(effect.size)), builder.getInt64Ty());
        builder.CreateCall(hooks_.write_wanted, {site.address, n, guard});
        break;
      }
      case Extent::kItems: {
        Value* n = builder.CreateMul(Wide(builder, argument(effect.size)), builder.getInt64(effect.other));
        builder.CreateCall(effect.write ? hooks_.write_range : hooks_.read_range, {site.address, n, guard});
        break;
      }
      case Extent::kBytes:
        builder.CreateCall(effect.write ? hooks_.write_wanted : hooks_.read_wanted,
                           {site.address, builder.getInt64(effect.size), guard});
        break;
      case Extent::kLinked: {
        const auto at = [&](Value* address, std::uint8_t offset) {
          return builder.CreatePtrAdd(address, builder.getInt64(offset));
        };
        Value* const node = builder.CreateLoad(site.address->getType(), at(site.address, effect.other));
        const unsigned pointer = layout_.getPointerSize();
        const bool both = effect.size == 2 * pointer;
        builder.CreateCall(effect.write ? hooks_.write_wanted : hooks_.read_wanted,
                           {at(node, both ? 0 : effect.size), builder.getInt64(both ? 2 * pointer : pointer), guard});
        break;
      }
      case Extent::kVector:
        builder.CreateCall(effect.write ? hooks_.write_vector : hooks_.read_vector,
                           {site.address, Wide(builder, argument(effect.size)), guard});
        break;
      case Extent::kMessage:
      case Extent::kMessages: {
        const bool one = effect.extent == Extent::kMessage;
        builder.CreateCall(effect.write ? hooks_.write_messages : hooks_.read_messages,
                           {site.address, one ? builder.getInt64(0) : Wide(builder, argument(effect.size)), guard});
        break;
      }
      case Extent::kObject:
        builder.CreateCall(effect.write ? hooks_.write_object : hooks_.read_object,
                           {site.address, builder.getInt64(effect.size), guard});
        break;
      case Extent::kResource: builder.CreateCall(hooks_.write_resource, {site.address, guard}); break;
    }
  }

  void Atomic(const AccessSite& site, IRBuilder<>& builder, Value* guard) {
    auto op = static_cast<abi::AtomicOp>(static_cast<unsigned>(site.kind) - static_cast<unsigned>(AccessKind::kAtomicLoad));
    auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(site.size, 255));
    Value* value = site.value && site.size <= 8 ? Bits(builder, site.value) : builder.getInt64(0);
    std::uint32_t packed = abi::PackAtomic(op, size, site.order, site.failure);
    if (site.once) packed |= abi::kOnce;
    builder.CreateCall(hooks_.atomic, {site.address, guard, value, builder.getInt32(packed)});
    if (op == abi::kAtomicCas) CasDone(site, guard);
  }

  void CasDone(const AccessSite& site, Value* guard) {
    Instruction* after = site.instruction->getNextNode();
    if (auto* invoke = dyn_cast<InvokeInst>(site.instruction)) after = &*NormalEntry(*invoke)->getFirstInsertionPt();
    IRBuilder<> builder(InsertIf(guard, after, site.instruction->getDebugLoc()));
    Value* success = isa<AtomicCmpXchgInst>(site.instruction) ? builder.CreateExtractValue(site.instruction, 1)
                                                              : static_cast<Value*>(site.instruction);
    builder.CreateCall(hooks_.cas_done, {guard, builder.CreateZExtOrTrunc(success, builder.getInt32Ty())});
  }

  void Call(unsigned index, CallBase& call, bool library) {
    if (!call.isMustTailCall()) {
      if (auto* invoke = dyn_cast<InvokeInst>(&call)) Return(index, &*NormalEntry(*invoke)->getFirstInsertionPt(), call);
      else if (isa<CallInst>(call) && !isa<UnreachableInst>(call.getNextNode())) Return(index, call.getNextNode(), call);
    }
    auto [builder, guard] = Guard(SiteClass::kCall, index, &call);
    Unseen(call, builder, guard, library);
    if (!library && IsTriedOnce(call))
      builder.CreateCall(hooks_.hidden,
                         {builder.getInt32(static_cast<unsigned>(abi::kWeakExchange)), builder.getInt32(1), guard});
    builder.CreateCall(library ? hooks_.call_library : hooks_.call, {guard});
  }

  // The standard library's function is too large to be part of its caller at this point.
  static bool IsTriedOnce(const CallBase& call) {
    const Function* callee = call.getCalledFunction();
    return callee && callee->getName().starts_with("_ZNSt") && callee->getName().contains("21compare_exchange_weak") &&
           !IsInCycle(*call.getParent());
  }

  void Unseen(const CallBase& call, IRBuilder<>& builder, Value* guard, bool library) {
    Value* const target = call.getCalledOperand();
    const auto* callee = dyn_cast<Function>(target->stripPointerCastsAndAliases());
    if (call.isInlineAsm() || (callee && (!callee->isDeclarationForLinker() || callee->isIntrinsic())))
      return;  // a header's body may lie in a library, too
    const StringRef name = callee ? callee->getName() : StringRef();
    if (const auto use = HiddenStateOf(name))
      builder.CreateCall(hooks_.hidden,
                         {builder.getInt32(static_cast<unsigned>(use->state)), builder.getInt32(use->changes), guard});
    // Whom the standard library calls through its own tables (facets, stream buffers) is its own business.
    if (callee ? !HasUnknownEffects(name, call.hasStructRetAttr()) : library && IsThroughTable(call)) return;
    builder.CreateCall(hooks_.called, {target, guard});
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* argument = call.getArgOperand(i);
      if (!argument->getType()->isPointerTy() || argument->getType()->getPointerAddressSpace() != 0) continue;
      if (call.paramHasAttr(i, Attribute::StructRet) || call.paramHasAttr(i, Attribute::ByVal) || IsFixed(argument)) continue;
      const bool writes = !name.starts_with("_ZNK") && !call.onlyReadsMemory(i);
      builder.CreateCall(hooks_.passed, {target, argument, guard, builder.getInt32(writes), builder.getInt32(BytesOf(call, i))});
    }
  }

  // A virtual call: the pointer comes from a table whose address an object holds.
  static bool IsThroughTable(const CallBase& call) {
    const auto* target = dyn_cast<LoadInst>(call.getCalledOperand());
    return target && isa<LoadInst>(target->getPointerOperand()->stripInBoundsConstantOffsets());
  }

  // Of the object that the argument points to, as far as it is known. 0: nothing is.
  unsigned BytesOf(const CallBase& call, unsigned argument) const {
    constexpr std::uint64_t kMost = 1u << 16;
    if (const std::uint64_t known = call.getParamDereferenceableBytes(argument)) return std::min(known, kMost);
    const Value* object = call.getArgOperand(argument);
    if (const auto* variable = dyn_cast<GlobalVariable>(object); variable && variable->getValueType()->isSized())
      return std::min<std::uint64_t>(layout_.getTypeAllocSize(variable->getValueType()), kMost);
    if (const auto* local = dyn_cast<AllocaInst>(object))
      if (const auto size = local->getAllocationSize(layout_); size && !size->isScalable())
        return std::min<std::uint64_t>(size->getFixedValue(), kMost);
    return 0;
  }

  // Nobody can change it: a text, a function, null.
  static bool IsFixed(const Value* pointer) {
    const Value* base = pointer->stripInBoundsOffsets();
    if (const auto* variable = dyn_cast<GlobalVariable>(base)) return variable->isConstant();
    return isa<Function>(base) || isa<ConstantPointerNull>(base) || isa<UndefValue>(base);
  }

  void Return(unsigned index, Instruction* before, CallBase& call) {
    auto [builder, guard] = InsertGuard(guards_.arrays[static_cast<int>(SiteClass::kCall)], index, before, call.getDebugLoc());
    builder.CreateCall(hooks_.ret, {guard});
  }

  // A block that is entered from nowhere but this invoke's normal return.
  static BasicBlock* NormalEntry(InvokeInst& invoke) {
    BasicBlock* normal = invoke.getNormalDest();
    if (normal->getUniquePredecessor()) return normal;
    return SplitBlockPredecessors(normal, {invoke.getParent()}, ".rw");
  }

  void Branch(unsigned index, Instruction& terminator) {
    auto* conditional = dyn_cast<BranchInst>(&terminator);
    Value* condition = DecidingValue(terminator);
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(condition);
        intrinsic && intrinsic->getCalledFunction()->getName().starts_with("llvm.coro"))
      return;
    auto [builder, guard] = Guard(SiteClass::kBranch, index, &terminator);
    Value* outcome;
    if (conditional) {
      outcome = builder.CreateZExt(builder.CreateNot(condition), builder.getInt64Ty());
    } else if (auto* jump = dyn_cast<IndirectBrInst>(&terminator)) {
      outcome = builder.getInt64(0);
      for (unsigned i = 1; i < jump->getNumDestinations(); ++i)
        outcome = builder.CreateSelect(builder.CreateICmpEQ(condition, BlockAddress::get(jump->getDestination(i))),
                                       builder.getInt64(i), outcome);
    } else {
      outcome = builder.getInt64(0);  // the default destination is successor 0
      for (auto& entry : cast<SwitchInst>(terminator).cases())
        outcome = builder.CreateSelect(builder.CreateICmpEQ(condition, entry.getCaseValue()),
                                       builder.getInt64(entry.getSuccessorIndex()), outcome);
    }
    builder.CreateCall(hooks_.branch, {guard, outcome});
  }

  static Instruction* Start(BasicBlock& block) {
    auto at = block.getFirstInsertionPt();
    if (at == block.end()) return nullptr;
    while (isa<AllocaInst>(*at)) ++at;
    return &*at;
  }

  void LoopHeader(unsigned index, const LoopSite& site) {
    if (Instruction* before = Start(*site.header)) {
      auto [builder, guard] = Guard(SiteClass::kLoop, index, before);
      builder.CreateCall(hooks_.loop_iter, {guard});
    }
  }

  void Block(unsigned index, BasicBlock& block) {
    if (block.isEntryBlock() && sites_.function->isPresplitCoroutine()) return;
    if (Instruction* before = Start(block)) {
      auto [builder, guard] = Guard(SiteClass::kBlock, index, before);
      builder.CreateCall(hooks_.block, {guard});
    }
  }

  // The ends of the edges that enter a loop: a predecessor's own end if it goes nowhere else, else a new block on the edge.
  // Found before any split; an instruction stays valid when splitting moves it.
  void FindLoopEntries() {
    for (unsigned i = 0; i < sites_.loops.size(); ++i) {
      BasicBlock* header = sites_.loops[i].header;
      for (BasicBlock* before : sites_.loops[i].entries) {
        Instruction* end = before->getTerminator();
        if (end->getNumSuccessors() != 1) {
          if (isa<IndirectBrInst>(end) || isa<CallBrInst>(end) || header->isLandingPad()) continue;
          end = SplitBlockPredecessors(header, {before}, ".rw")->getTerminator();
        }
        loop_entries_.push_back({i, end});
      }
    }
  }

  void LoopEntry(unsigned index, Instruction& end) {
    auto [builder, guard] = Guard(SiteClass::kLoop, index, &end);
    builder.CreateCall(hooks_.loop_enter, {guard});
  }

  // The same for every thread: differences and comparisons of addresses, and their lowest bits.
  static bool TellsNothing(const User& user) {
    const auto is_address = [&](unsigned i) { return isa<PtrToIntOperator>(user.getOperand(i)); };
    if (const auto* compare = dyn_cast<ICmpInst>(&user))
      return (is_address(0) && is_address(1)) || (compare->isEquality() && isa<ConstantInt>(compare->getOperand(1)));
    const auto* operation = dyn_cast<BinaryOperator>(&user);
    if (!operation) return false;
    if (operation->getOpcode() == Instruction::Sub) return is_address(0) && is_address(1);
    constexpr std::uint64_t kPage = 4096;
    const auto* mask = dyn_cast<ConstantInt>(operation->getOperand(1));
    return operation->getOpcode() == Instruction::And && mask && mask->getValue().ult(kPage);
  }

  // Addresses that the program computes with. A hash of one's own variable's address tells a thread from its equals.
  void FindAddressesUsed() {
    for (BasicBlock* block : sites_.blocks)
      for (Instruction& instruction : *block)
        if (auto* cast = dyn_cast<PtrToIntInst>(&instruction);
            cast && !isa<Constant>(cast->getPointerOperand()) && !cast->getType()->isVectorTy() &&
            !all_of(cast->users(), [](const User* user) { return TellsNothing(*user); }))
          addresses_used_.push_back(cast);
  }

  // Without a site, and so without a guard of its own. The hook is missing where a program without the runtime loads this
  // library.
  void AddressUsed(PtrToIntInst& cast) {
    IRBuilder<> builder(&cast);
    FunctionCallee hook = hooks_.address_used;
    Value* there = builder.CreateIsNotNull(hook.getCallee());
    Instruction* then = SplitBlockAndInsertIfThen(there, cast.getIterator(), /*Unreachable=*/false);
    then->setDebugLoc(cast.getDebugLoc());
    IRBuilder<>(then).CreateCall(hook, {cast.getPointerOperand()});
  }

  Value* Bits(IRBuilder<>& builder, Value* value) {
    Type* type = value->getType();
    if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
    if (type->isAggregateType() || isa<ScalableVectorType>(type)) return builder.getInt64(0);
    unsigned bits = layout_.getTypeSizeInBits(type).getFixedValue();
    if (bits > 64) return builder.getInt64(0);
    if (type->isVectorTy() && type->getScalarType()->isPointerTy()) return builder.getInt64(0);
    if (!type->isIntegerTy()) value = builder.CreateBitCast(value, builder.getIntNTy(bits));
    return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
  }

  const FunctionSites& sites_;
  const GuardArrays& guards_;
  const Hooks& hooks_;
  const DataLayout& layout_;
  SmallVector<std::pair<unsigned, Instruction*>, 8> loop_entries_;
  SmallVector<PtrToIntInst*, 4> addresses_used_;
};

}  // namespace

void InsertHooks(const FunctionSites& sites, const GuardArrays& guards, const Hooks& hooks) {
  Inserter(sites, guards, hooks).Run();
}

}  // namespace reweave::compiler
