#include "compiler/pass/flows.h"

#include <map>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace reweave::compiler {

using namespace llvm;
using facts::FlowKind;
using facts::FlowRoot;

namespace {

bool HasPointers(const Constant* constant, unsigned depth = 0) {
  if (isa<GlobalValue>(constant)) return true;
  if (isa<ConstantData>(constant) || depth > 8) return false;
  return any_of(constant->operands(), [&](const Use& use) {
    const auto* operand = dyn_cast<Constant>(use.get());
    return operand && HasPointers(operand, depth + 1);
  });
}

// The global that a constant is the address of, with the offset in it.
const GlobalValue* RootOf(const Constant* constant, const DataLayout& layout, std::int64_t& offset, unsigned depth = 0) {
  APInt distance(64, 0);
  if (constant->getType()->isPointerTy()) {
    constant = cast<Constant>(constant->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true));
    offset += distance.getSExtValue();
  }
  if (const auto* alias = dyn_cast<GlobalAlias>(constant)) return RootOf(alias->getAliasee(), layout, offset, depth + 1);
  if (const auto* global = dyn_cast<GlobalValue>(constant)) return global;
  if (isa<ConstantData>(constant) || depth > 8) return nullptr;
  for (const Use& use : constant->operands())  // a pointer to member: { ptrtoint @f, 0 }
    if (const auto* operand = dyn_cast<Constant>(use.get()))
      if (const GlobalValue* found = RootOf(operand, layout, offset, depth + 1)) return found;
  return nullptr;
}

// Pointers, what is as wide as one, and what contains such: structures of pointers travel as numbers of 64 bits.
bool CanHoldAddress(const Type* type) {
  if (type->isPointerTy()) return true;
  if (const auto* number = dyn_cast<IntegerType>(type)) return number->getBitWidth() >= 64;
  return any_of(type->subtypes(), CanHoldAddress);
}

// A result that leads nowhere: a comparison, a narrow number, a distance between pointers, a quotient.
bool IsPlainValue(const Value* value) {
  if (!CanHoldAddress(value->getType())) return true;
  const auto* operation = dyn_cast<BinaryOperator>(value);
  if (!operation) return false;
  switch (operation->getOpcode()) {
    case Instruction::Mul:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem: return true;
    case Instruction::Sub: return isa<PtrToIntOperator>(operation->getOperand(1));
    default: return false;
  }
}

// Part of an address may be copied piece by piece: what is loaded only to be stored is not plain.
bool IsCopied(const Value* value) {
  return isa<LoadInst>(value) && any_of(value->users(), [&](const User* user) {
           const auto* store = dyn_cast<StoreInst>(user);
           return store && store->getValueOperand() == value;
         });
}

bool IsPlain(const Instruction& instruction) {
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return !IsCopied(store->getValueOperand()) && IsPlainValue(store->getValueOperand());
  if (const auto* ret = dyn_cast<ReturnInst>(&instruction)) return IsPlainValue(ret->getReturnValue());
  return !instruction.getType()->isVoidTy() && !IsCopied(&instruction) && IsPlainValue(&instruction);
}

struct Root {
  FlowRoot kind;
  std::string name;
};

// A global as every unit knows it. Constants that point to nothing are all alike.
Root Describe(const GlobalValue& global, CanonicalText& canonical, SourcePaths& paths) {
  if (const auto* function = dyn_cast<Function>(&global)) return {FlowRoot::kFunction, FunctionId(*function, paths)};
  const auto* variable = dyn_cast<GlobalVariable>(&global);
  if (variable && variable->hasPrivateLinkage()) {
    if (!variable->hasInitializer() || !HasPointers(variable->getInitializer())) return {FlowRoot::kConstant, ""};
    Hash hash = HashOf(PlainText(canonical.ConstantText(variable->getInitializer())));
    return {variable->isConstant() ? FlowRoot::kConstant : FlowRoot::kGlobal,
            "private:" + toHex(ArrayRef<std::uint8_t>(hash), true)};
  }
  std::string name = global.getName().str();
  if (global.hasLocalLinkage()) name += "@" + paths.unit_path();
  FlowRoot kind = variable && variable->isThreadLocal() ? FlowRoot::kThreadLocal
                  : variable && variable->isConstant()  ? FlowRoot::kConstant
                                                        : FlowRoot::kGlobal;
  return {kind, std::move(name)};
}

class FlowEncoder {
 public:
  FlowEncoder(const FunctionSites& sites, const FunctionStatements* statements, CanonicalText& canonical, SourcePaths& paths,
              StringTable& strings)
      : sites_(sites),
        statements_(statements),
        canonical_(canonical),
        paths_(paths),
        strings_(strings),
        layout_(sites.function->getParent()->getDataLayout()),
        roots_(strings) {}

  Encoder Run() {
    for (const Argument& argument : sites_.function->args()) numbers_[&argument] = ++values_;
    for (unsigned i = 0; i < sites_.accesses.size(); ++i)
      if (sites_.accesses[i].kind < AccessKind::kFence) accesses_[sites_.accesses[i].instruction].push_back(i);
    for (unsigned i = 0; i < sites_.calls.size(); ++i) calls_[sites_.calls[i].call] = i;
    for (const BasicBlock* block : sites_.blocks)
      for (const Instruction& instruction : *block)
        if (HasResult(instruction)) numbers_[&instruction] = ++values_;
    Encoder blocks(strings_);
    for (const BasicBlock* block : sites_.blocks) {
      Encoder ops(strings_);
      for (const Instruction& instruction : *block) Op(ops, instruction);
      blocks.Item(ops);
    }
    Encoder out(strings_);
    out.Number(sites_.function->arg_size());
    out.Byte(statements_ ? 1 : 0);
    out.Number(root_count_);
    out.Raw(roots_.bytes());
    out.Number(sites_.blocks.size());
    out.Raw(blocks.bytes());
    return out;
  }

 private:
  static bool IsIgnored(const Instruction& instruction) {
    if (isa<AllocaInst>(instruction) || isa<DbgInfoIntrinsic>(instruction) || isa<FenceInst>(instruction)) return true;
    const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && intrinsic->isAssumeLikeIntrinsic() && intrinsic->getType()->isVoidTy();
  }
  static bool HasResult(const Instruction& instruction) {
    return !instruction.getType()->isVoidTy() && !instruction.isTerminator()
               ? !IsIgnored(instruction)
               : isa<InvokeInst>(instruction) && !instruction.getType()->isVoidTy();
  }

  // 0: a plain constant; odd: 2 * root + 1; even: 2 * value.
  std::uint64_t Operand(const Value* value) {
    if (const auto* local = dyn_cast<AllocaInst>(value)) return 2 * LocalRoot(*local) + 1;
    if (const auto* constant = dyn_cast<Constant>(value)) {
      if (isa<ConstantData>(constant)) return 0;
      std::int64_t offset = 0;
      const GlobalValue* global = RootOf(constant, layout_, offset);
      return global ? 2 * GlobalRoot(*global, offset) + 1 : 0;
    }
    auto known = numbers_.find(value);
    return known == numbers_.end() ? 0 : 2 * std::uint64_t{known->second};
  }

  std::uint64_t LocalRoot(const AllocaInst& local) {
    auto [entry, fresh] = locals_.try_emplace(&local, root_count_);
    if (!fresh) return entry->second;
    auto size = local.getAllocationSize(layout_);
    roots_.Enum(FlowRoot::kLocal);
    roots_.Number(size && !size->isScalable() ? size->getFixedValue() : 0);
    return root_count_++;
  }

  std::uint64_t GlobalRoot(const GlobalValue& global, std::int64_t offset) {
    auto [entry, fresh] = globals_.try_emplace({&global, offset}, root_count_);
    if (!fresh) return entry->second;
    Root root = Describe(global, canonical_, paths_);
    roots_.Enum(root.kind);
    roots_.String(root.name);
    roots_.Signed(offset);
    return root_count_++;
  }

  void Head(Encoder& out, FlowKind kind, const Instruction& instruction) {
    out.Byte(static_cast<std::uint8_t>(kind) | (IsPlain(instruction) ? facts::kFlowPlain : 0));
    if (!statements_) return;
    out.Number(StatementOf(*statements_, instruction) + 1u);
    std::uint16_t shape = canonical_.ShapeOf(instruction);
    out.Byte(static_cast<std::uint8_t>(shape));
    out.Byte(static_cast<std::uint8_t>(shape >> 8));
  }

  void Operands(Encoder& out, ArrayRef<const Value*> values) {
    SmallVector<std::uint64_t, 8> list;
    for (const Value* value : values)
      if (std::uint64_t operand = Operand(value); operand != 0 && !is_contained(list, operand)) list.push_back(operand);
    out.Number(list.size());
    for (std::uint64_t operand : list) out.Number(operand);
  }

  unsigned AccessOf(const Instruction& instruction, bool write) {
    auto known = accesses_.find(&instruction);
    if (known == accesses_.end()) return 0;
    for (unsigned i : known->second)
      if ((sites_.accesses[i].kind == AccessKind::kWrite) == write) return i + 1;
    return 0;
  }
  unsigned AccessOf(const Instruction& instruction) {
    auto known = accesses_.find(&instruction);
    return known == accesses_.end() ? 0 : known->second.front() + 1;
  }

  void Op(Encoder& out, const Instruction& instruction) {
    if (IsIgnored(instruction)) return;
    if (const auto* call = dyn_cast<CallBase>(&instruction)) return Call(out, *call);
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
      Head(out, FlowKind::kLoad, instruction);
      out.Number(AccessOf(instruction));
      out.Number(Operand(load->getPointerOperand()));
    } else if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      Head(out, FlowKind::kStore, instruction);
      out.Number(AccessOf(instruction));
      out.Number(Operand(store->getPointerOperand()));
      out.Number(Operand(store->getValueOperand()));
    } else if (const auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
      Exchange(out, instruction, rmw->getPointerOperand(), rmw->getValOperand());
    } else if (const auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      Exchange(out, instruction, cas->getPointerOperand(), cas->getNewValOperand());
    } else if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
      Offset(out, *gep);
    } else if (const auto* ret = dyn_cast<ReturnInst>(&instruction)) {
      if (!ret->getReturnValue()) return;
      Head(out, FlowKind::kReturn, instruction);
      out.Number(Operand(ret->getReturnValue()));
    } else if (const auto* branch = dyn_cast<BranchInst>(&instruction)) {
      if (!branch->isConditional()) return;
      Head(out, FlowKind::kBranch, instruction);
      out.Number(Operand(branch->getCondition()));
    } else if (const auto* choice = dyn_cast<SwitchInst>(&instruction)) {
      Head(out, FlowKind::kBranch, instruction);
      out.Number(Operand(choice->getCondition()));
    } else if (const auto* jump = dyn_cast<IndirectBrInst>(&instruction)) {
      Head(out, FlowKind::kBranch, instruction);
      out.Number(Operand(jump->getAddress()));
    } else if (HasResult(instruction)) {
      Head(out, FlowKind::kCopy, instruction);
      SmallVector<const Value*, 8> values;
      for (const Use& operand : instruction.operands())
        if (!isa<BasicBlock>(operand.get())) values.push_back(operand);
      Operands(out, values);
    }
  }

  void Exchange(Encoder& out, const Instruction& instruction, const Value* address, const Value* value) {
    Head(out, FlowKind::kExchange, instruction);
    out.Number(AccessOf(instruction));
    out.Number(Operand(address));
    out.Number(Operand(value));
  }

  void Call(Encoder& out, const CallBase& call) {
    if (const auto* transfer = dyn_cast<MemTransferInst>(&call)) {
      Head(out, FlowKind::kMove, call);
      out.Number(AccessOf(call, false));
      out.Number(AccessOf(call, true));
      const auto* length = dyn_cast<ConstantInt>(transfer->getLength());
      out.Number(length ? length->getZExtValue() : 0);
      out.Number(Operand(transfer->getDest()));
      out.Number(Operand(transfer->getSource()));
      return;
    }
    if (const auto* fill = dyn_cast<MemSetInst>(&call)) {
      Head(out, FlowKind::kStore, call);
      out.Number(AccessOf(call));
      out.Number(Operand(fill->getDest()));
      out.Number(Operand(fill->getValue()));
      return;
    }
    SmallVector<const Value*, 8> arguments(call.arg_begin(), call.arg_end());
    auto site = calls_.find(&call);
    if (site == calls_.end()) {  // intrinsics, assembler
      if (call.isInlineAsm()) Assembler(out, call);
      if (call.getType()->isVoidTy()) return;
      Head(out, FlowKind::kCopy, call);
      return Operands(out, arguments);
    }
    Head(out, FlowKind::kCall, call);
    out.Number(site->second);
    const bool direct = isa<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    out.Byte((call.getType()->isVoidTy() ? 0 : 1) | (direct ? 0 : 2));
    if (!direct) out.Number(Operand(call.getCalledOperand()));
    auto known = accesses_.find(&call);
    out.Number(known == accesses_.end() ? 0 : known->second.size());
    if (known != accesses_.end())
      for (unsigned i : known->second) out.Number(i), out.Number(Operand(sites_.accesses[i].address));
    out.Number(arguments.size());
    for (const Value* argument : arguments) out.Number(Operand(argument));
  }

  // Operands in memory. What is put there is not known; whether it is read or written, the site says.
  void Assembler(Encoder& out, const CallBase& call) {
    auto known = accesses_.find(&call);
    if (known == accesses_.end()) return;
    for (unsigned i : known->second) {
      Head(out, FlowKind::kStore, call);
      out.Number(i + 1);
      out.Number(Operand(sites_.accesses[i].address));
      out.Number(0);
    }
  }

  // A pointer that is moved on in a loop: p += 1.
  static bool IsStep(const GetElementPtrInst& gep) {
    SmallVector<const Value*, 8> work{gep.getPointerOperand()};
    SmallPtrSet<const Value*, 8> seen;
    while (!work.empty() && seen.size() < 32) {
      const Value* value = work.pop_back_val();
      if (value == &gep) return true;
      if (!seen.insert(value).second) continue;
      if (const auto* phi = dyn_cast<PHINode>(value)) append_range(work, phi->incoming_values());
      else if (const auto* inner = dyn_cast<GetElementPtrInst>(value)) work.push_back(inner->getPointerOperand());
    }
    return false;
  }

  // before + [0, extent) by stride + after; stride 0: before alone.
  void Offset(Encoder& out, const GetElementPtrInst& gep) {
    std::int64_t before = 0, after = 0;
    std::uint64_t stride = 0, extent = 0;
    SmallVector<const Value*, 4> indices;
    const Type* around = nullptr;  // what the index is an index into; null: the pointer itself
    for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; around = it.getIndexedType(), ++it) {
      std::int64_t& constant = stride ? after : before;
      if (StructType* record = it.getStructTypeOrNull()) {
        unsigned field = cast<ConstantInt>(it.getOperand())->getZExtValue();
        constant += layout_.getStructLayout(record)->getElementOffset(field);
        continue;
      }
      std::uint64_t size = it.getSequentialElementStride(layout_);
      if (const auto* index = dyn_cast<ConstantInt>(it.getOperand())) {
        constant += index->getSExtValue() * static_cast<std::int64_t>(size);
        continue;
      }
      indices.push_back(it.getOperand());
      if (const auto* array = dyn_cast_or_null<ArrayType>(around); array && !stride) extent = size * array->getNumElements();
      stride = stride ? std::min(stride, size) : size;
    }
    if (!stride && before != 0 && IsStep(gep)) stride = before < 0 ? -before : before, before = 0;
    Head(out, FlowKind::kOffset, gep);
    out.Signed(before);
    out.Number(stride);
    if (stride) out.Number(extent), out.Signed(after);
    out.Number(Operand(gep.getPointerOperand()));
    Operands(out, indices);
  }

  const FunctionSites& sites_;
  const FunctionStatements* statements_;
  CanonicalText& canonical_;
  SourcePaths& paths_;
  StringTable& strings_;
  const DataLayout& layout_;
  Encoder roots_;
  std::uint64_t root_count_ = 0, values_ = 0;
  DenseMap<const Value*, unsigned> numbers_;
  DenseMap<const AllocaInst*, std::uint64_t> locals_;
  std::map<std::pair<const GlobalValue*, std::int64_t>, std::uint64_t> globals_;
  DenseMap<const Instruction*, SmallVector<unsigned, 2>> accesses_;
  DenseMap<const Instruction*, unsigned> calls_;
};

constexpr unsigned kMaxPointers = 4096;  // of one global

class TableEncoder {
 public:
  TableEncoder(const DataLayout& layout, CanonicalText& canonical, SourcePaths& paths, StringTable& strings)
      : layout_(layout), canonical_(canonical), paths_(paths), strings_(strings) {}

  // False: it points to nothing.
  bool Run(const GlobalVariable& global, Encoder& out) {
    Encoder pointers(strings_);
    count_ = 0;
    Walk(pointers, global.getInitializer(), 0);
    if (count_ == 0) return false;
    out.String(Describe(global, canonical_, paths_).name);
    out.Number(count_);
    out.Raw(pointers.bytes());
    return true;
  }

 private:
  void Walk(Encoder& out, const Constant* constant, std::uint64_t at) {
    if (isa<ConstantData>(constant) || count_ >= kMaxPointers) return;
    if (const auto* record = dyn_cast<ConstantStruct>(constant)) {
      const StructLayout* fields = layout_.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i) Walk(out, record->getOperand(i), at + fields->getElementOffset(i));
      return;
    }
    if (isa<ConstantArray>(constant) || isa<ConstantVector>(constant)) {
      std::uint64_t size = layout_.getTypeAllocSize(constant->getOperand(0)->getType());
      for (unsigned i = 0; i < constant->getNumOperands(); ++i) Walk(out, cast<Constant>(constant->getOperand(i)), at + i * size);
      return;
    }
    std::int64_t offset = 0;
    const GlobalValue* target = RootOf(constant, layout_, offset);
    if (!target) return;
    Root root = Describe(*target, canonical_, paths_);
    if (root.name.empty()) return;
    ++count_;
    out.Number(at);
    out.Enum(root.kind);
    out.String(root.name);
    out.Signed(offset);
  }

  const DataLayout& layout_;
  CanonicalText& canonical_;
  SourcePaths& paths_;
  StringTable& strings_;
  unsigned count_ = 0;
};

}  // namespace

Encoder EncodeFlows(const FunctionSites& sites, const FunctionStatements* statements, CanonicalText& canonical,
                    SourcePaths& paths, StringTable& strings) {
  return FlowEncoder(sites, statements, canonical, paths, strings).Run();
}

Encoder EncodeTables(const Module& module, CanonicalText& canonical, SourcePaths& paths, StringTable& strings) {
  TableEncoder encoder(module.getDataLayout(), canonical, paths, strings);
  Encoder items(strings);
  unsigned count = 0;
  for (const GlobalVariable& global : module.globals()) {
    if (!global.hasInitializer() || global.getName().starts_with("llvm.") || global.getName().starts_with("__reweave")) continue;
    if (!HasPointers(global.getInitializer())) continue;
    Encoder item(strings);
    if (!encoder.Run(global, item)) continue;
    items.Item(item);
    ++count;
  }
  Encoder out(strings);
  out.Number(count);
  out.Raw(items.bytes());
  return out;
}

}  // namespace reweave::compiler
