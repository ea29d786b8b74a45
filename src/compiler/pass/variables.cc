#include "compiler/pass/variables.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace reweave::compiler {

using namespace llvm;
using facts::VariableKind;

void Variables::Enter(const Function& function) {
  locals_.clear();
  forwarded_.clear();
  for (const Instruction& instruction : instructions(function)) {
    for (DbgVariableRecord& record : filterDbgVars(const_cast<Instruction&>(instruction).getDbgRecordRange())) {
      if (record.isDbgAssign() && record.getAddress() && record.getAddressExpression()->getNumElements() == 0 &&
          !record.isKillAddress())
        locals_[record.getAddress()] = {record.getVariable(), true};
      if (record.isKillLocation() || record.hasArgList() || record.getExpression()->getNumElements() != 0) continue;
      const Value* value = record.getVariableLocationOp(0);
      if (!value || isa<Constant>(value)) continue;
      // The first variable that a value belongs to is the outermost one; the place of a variable says more than a pointer to it.
      if (record.isDbgDeclare()) locals_[value] = {record.getVariable(), true};
      else locals_.try_emplace(value, Local{record.getVariable(), false});
    }
    const auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store || !store->getValueOperand()->getType()->isPointerTy() || isa<ConstantPointerNull>(store->getValueOperand()))
      continue;
    if (auto slot = SlotOf(store->getPointerOperand())) {
      auto [entry, fresh] = forwarded_.try_emplace(*slot, store->getValueOperand());
      if (!fresh && entry->second != store->getValueOperand()) entry->second = nullptr;
    }
  }
}

// A place in a local: `unique_lock` keeps its mutex there.
std::optional<Variables::Slot> Variables::SlotOf(const Value* address) const {
  APInt offset(64, 0);
  const auto* local =
      dyn_cast<AllocaInst>(address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true));
  if (!local) return std::nullopt;
  return Slot{local, offset.getSExtValue()};
}

bool Variables::IsSystem(const DIType* type) {
  type = StripType(type);
  const auto* record = dyn_cast_or_null<DICompositeType>(type);
  while (record && record->getBaseType() && record->getElements().size() == 1) {  // arrays
    type = StripType(record->getBaseType());
    record = dyn_cast_or_null<DICompositeType>(type);
  }
  return record && record->getFile() && paths_.IsSystem(record->getFile());
}

std::string Variables::GlobalName(const GlobalVariable& global) const {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty()) return global.getName().str();
  const DIGlobalVariable* variable = expressions.front()->getVariable();
  const DIScope* scope = variable->getScope();
  if (const auto* declaration = dyn_cast_or_null<DIDerivedType>(variable->getRawStaticDataMemberDeclaration()))
    scope = declaration->getScope();
  std::string outer = ScopeName(scope);
  return outer.empty() ? variable->getName().str() : outer + "::" + variable->getName().str();
}

const DIType* Variables::TypeOf(const Value* value, unsigned depth) {
  if (auto known = locals_.find(value); known != locals_.end() && !known->second.address)
    return known->second.variable->getType();
  if (depth > 4) return nullptr;
  if (const auto* load = dyn_cast<LoadInst>(value))
    return Find(load->getPointerOperand(), layout_.getTypeStoreSize(load->getType()), false, depth + 1).leaf;
  if (const auto* call = dyn_cast<CallBase>(value)) {
    const Function* callee = call->getCalledFunction();
    const DISubprogram* subprogram = callee ? callee->getSubprogram() : nullptr;
    if (!subprogram || !subprogram->getType() || subprogram->getType()->getTypeArray().size() == 0) return nullptr;
    return subprogram->getType()->getTypeArray()[0];
  }
  if (const auto* phi = dyn_cast<PHINode>(value)) {
    for (const Value* incoming : phi->incoming_values())
      if (incoming != phi && !isa<Constant>(incoming))
        if (const DIType* type = TypeOf(incoming, depth + 2)) return type;
  }
  if (const auto* select = dyn_cast<SelectInst>(value)) return TypeOf(select->getTrueValue(), depth + 1);
  return nullptr;
}

// From the address back to where its arithmetic started; innermost first.
SmallVector<Variables::Step, 8> Variables::Chain(const Value* address) const {
  SmallVector<Step, 8> chain{{address, 0, false, nullptr}};
  while (chain.size() < 32) {
    const Step last = chain.back();
    if (const auto* gep = dyn_cast<GEPOperator>(last.base)) {
      APInt constant(64, 0);
      MapVector<Value*, APInt> variable;
      if (!gep->collectOffset(layout_, 64, variable, constant)) break;
      chain.push_back({gep->getPointerOperand(), last.offset + constant.getSExtValue(), last.indexed || !variable.empty(),
                       dyn_cast<StructType>(gep->getSourceElementType())});
    } else if (const auto* cast = dyn_cast<BitCastOperator>(last.base)) {
      chain.push_back({cast->getOperand(0), last.offset, last.indexed, last.record});
    } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(last.base);
               intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
      chain.push_back({intrinsic->getArgOperand(0), last.offset, last.indexed, last.record});
    } else if (const auto* freeze = dyn_cast<FreezeInst>(last.base)) {
      chain.push_back({freeze->getOperand(0), last.offset, last.indexed, last.record});
    } else if (const auto* load = dyn_cast<LoadInst>(last.base)) {
      // A pointer that the function itself put into a local, always the same.
      auto slot = SlotOf(load->getPointerOperand());
      auto known = slot ? forwarded_.find(*slot) : forwarded_.end();
      if (known == forwarded_.end() || !known->second || known->second == load) break;
      chain.push_back({known->second, last.offset, last.indexed, last.record});
    } else {
      break;
    }
  }
  return chain;
}

namespace {

// Where in an object of a library type the path from its step `first` on leads to.
void Locate(const MemberPath& path, std::size_t first, facts::Inside& out) {
  for (std::size_t i = first; i < path.steps.size(); ++i)
    if (const StringRef name = path.steps[i].member->getName(); !name.empty())
      out.members += (out.members.empty() ? "" : ".") + name.str();
  const MemberStep* holder = first > 0 ? &path.steps[first - 1] : nullptr;
  const DIType* object = holder ? ElementOf(holder->member->getBaseType()) : path.object;
  out.type = TypeName(object);
  out.offset = holder ? holder->rest : path.offset;
  out.size = SizeOf(object);
  out.element = SizeOf(PointeeOf(path.leaf));
}

}  // namespace

// Names a path. Inside a system type only the type's own variable is of interest: `queue.count._M_i` is `Queue::count`.
// direct: the object is the variable itself, not something a pointer led to.
void Variables::Name(const MemberPath& path, bool direct, VariableInfo& out) {
  out.leaf = path.leaf;
  out.type = TypeName(path.leaf);
  std::string text;
  const MemberStep* last = nullptr;
  bool array = path.array;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const MemberStep& step = path.steps[i];
    const bool system = IsSystem(step.record);
    if (system && out.inside.size == 0) Locate(path, i, out.inside);
    if (direct && !last && system) break;
    if (last && system) {
      out.type = TypeName(last->member->getBaseType());
      break;
    }
    StringRef name = step.member->getName();
    if (name.empty() && !text.empty() && step.array) text += "[]";
    if (!name.empty()) text += (text.empty() ? "" : ".") + name.str() + (step.array ? "[]" : "");
    if (name.empty() && isa_and_nonnull<DICompositeType>(StripType(step.member->getBaseType())) &&
        StripType(step.member->getBaseType())->getTag() == dwarf::DW_TAG_union_type)
      text += text.empty() ? "(union)" : ".(union)";
    if (!last) out.name = TypeName(step.record), out.in_library = system;
    last = &step;
    array = step.array;
  }
  if (!last) return;
  out.kind = array ? VariableKind::kElement : VariableKind::kField;
  out.name += "::" + text;
  out.record = TypeName(last->record);
  out.field = last->member->getName().str();
}

bool Variables::Resolve(const Step& step, std::uint64_t size, bool whole, unsigned depth, VariableInfo& out) {
  const DIType* type = nullptr;
  std::int64_t offset = step.offset;
  bool direct = true;
  std::string pointer;  // variable that holds the pointer
  bool pointer_is_variable = false;
  VariableInfo holder;
  if (const auto* global = dyn_cast<GlobalVariable>(step.base)) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    global->getDebugInfo(expressions);
    if (!expressions.empty()) type = expressions.front()->getVariable()->getType();
    out.kind = VariableKind::kGlobal;
    out.name = out.object = GlobalName(*global);
    out.is_thread_local = global->isThreadLocal();
  } else if (auto known = locals_.find(step.base); known != locals_.end() && known->second.address) {
    type = known->second.variable->getType();
    out.kind = VariableKind::kLocal;
    out.name = out.object = known->second.variable->getName().str();
  } else if (isa<AllocaInst>(step.base)) {
    type = PointeeOf(TypeOf(step.base, depth));
    out.kind = VariableKind::kLocal;
    out.name = "(temporary)";
    if (!type) return true;
  } else {
    direct = false;
    type = PointeeOf(TypeOf(step.base, depth));
    if (const auto* load = dyn_cast<LoadInst>(step.base); load && depth <= 4) {
      holder = Find(load->getPointerOperand(), 8, false, depth + 1);
      pointer = holder.name;
      pointer_is_variable =
          holder.kind == VariableKind::kField || holder.kind == VariableKind::kGlobal || holder.kind == VariableKind::kElement;
    } else if (known != locals_.end()) {
      pointer = known->second.variable->getName().str();
    }
    if (!type) return false;
    out.object = pointer;
  }
  std::uint64_t extent = type ? StripType(type) ? StripType(type)->getSizeInBits() / 8 : 0 : 0;
  if (direct && isa<GlobalVariable>(step.base) &&
      !type) {  // declared here, defined elsewhere: only the record is known, or not even that
    const auto* record = dyn_cast<StructType>(cast<GlobalVariable>(step.base)->getValueType());
    const DICompositeType* known = record ? records_.Find(record) : nullptr;
    if (known && offset >= 0) Name(WalkMembers(known, offset, size, whole), true, out);
    else if (offset > 0 && !step.indexed) out.name += "+" + std::to_string(offset);
    return true;
  }
  bool inside = offset >= 0 && static_cast<std::uint64_t>(offset) < std::max<std::uint64_t>(extent, 1);
  bool element = !direct && (step.indexed || !inside);
  if (!inside && extent) offset = ((offset % static_cast<std::int64_t>(extent)) + extent) % extent;
  MemberPath path = WalkMembers(type, offset, size, whole);
  if (direct) {
    if (path.array) out.name += "[]", out.kind = VariableKind::kElement;
    Name(path, true, out);
    return true;
  }
  // A pointer that a user variable holds, into library objects or plain values: elements of that variable.
  bool into_system = !path.steps.empty() && IsSystem(path.steps.front().record);
  if (pointer_is_variable && (path.steps.empty() || into_system)) {
    out.kind = VariableKind::kElement;
    out.name = pointer + (StringRef(pointer).ends_with("[]") ? "" : "[]");
    out.record = holder.record, out.field = holder.field, out.in_library = holder.in_library;
    out.leaf = path.leaf;
    out.type = TypeName(path.leaf);
    if (into_system) Locate(path, 0, out.inside);
    // A pointer of the program's own to one object: a captured or stored reference to a container.
    if (into_system && !step.indexed && holder.inside.size == 0) out.inside.holder = pointer;
    return true;
  }
  if (path.steps.empty()) {
    out.kind = element && !pointer.empty() ? VariableKind::kElement : VariableKind::kHeap;
    out.name = out.kind == VariableKind::kElement ? pointer + "[]" : TypeName(type);
    out.leaf = path.leaf;
    out.type = TypeName(path.leaf);
    return true;
  }
  Name(path, false, out);
  return out.kind != VariableKind::kUnknown;
}

VariableInfo Variables::Find(const Value* address, std::uint64_t size, bool whole, unsigned depth) {
  auto chain = Chain(address);
  // The outermost object that debug info knows gives the longest name. Inside a library object it is the program's object around
  // it that counts, if only the type of an address tells it (what a smart pointer led to).
  VariableInfo library;
  for (const Step& step : reverse(chain)) {
    VariableInfo out;
    if (!Resolve(step, size, whole, depth, out)) continue;
    if (!out.in_library) return out;
    if (library.kind == VariableKind::kUnknown) library = out;
  }
  for (const Step& step : reverse(chain)) {
    if (!step.record) continue;
    VariableInfo out;
    if (const DICompositeType* record = records_.Find(step.record)) {
      Name(WalkMembers(record, step.offset < 0 ? 0 : step.offset, size, whole), false, out);
      if (out.kind != VariableKind::kUnknown && (!out.in_library || library.kind == VariableKind::kUnknown)) return out;
    }
    if (library.kind != VariableKind::kUnknown) continue;
    out.kind = VariableKind::kField;
    out.record = StructName(step.record);
    out.field = "+" + std::to_string(step.offset);
    out.name = out.record + "::" + out.field;
    return out;
  }
  return library;
}

VariableInfo Variables::Of(const Value* address, std::uint64_t size, bool whole) {
  VariableInfo out = Find(address, size, whole, 0);
  if (!out.in_library && out.kind != VariableKind::kHeap && out.kind != VariableKind::kUnknown) return out;
  out.inside.holder = Holder(Chain(address).back().base, 0);
  if (StringRef holder = out.inside.holder; !holder.empty() && !holder.ends_with("[]")) out.inside.holder += "[]";
  return out;
}

// The program's variable of a library type that the pointer comes from: what `cache.find(key)` returned or iterators over `cache`
// reach belongs to `cache`. Empty: not known.
std::string Variables::Holder(const Value* pointer, unsigned depth) {
  constexpr unsigned kMost = 6;
  if (depth > kMost) return {};
  const auto held = [&](const Value* address) -> std::string {
    const VariableInfo in = Find(address, 1, false, 0);
    const bool named = !in.in_library && in.kind != VariableKind::kHeap && in.kind != VariableKind::kUnknown;
    return named && in.inside.size != 0 ? in.name : std::string();
  };
  const auto behind = [&](const Value* value) { return Holder(Chain(value).back().base, depth + 1); };
  if (const auto* load = dyn_cast<LoadInst>(pointer)) {
    std::string name = held(load->getPointerOperand());
    return name.empty() ? behind(load->getPointerOperand()) : name;
  }
  if (const auto* part = dyn_cast<ExtractValueInst>(pointer)) return Holder(part->getAggregateOperand(), depth + 1);
  if (const auto* select = dyn_cast<SelectInst>(pointer)) return behind(select->getTrueValue());
  if (const auto* phi = dyn_cast<PHINode>(pointer)) {
    for (const Value* incoming : phi->incoming_values())
      if (incoming != phi && !isa<Constant>(incoming))
        if (std::string name = behind(incoming); !name.empty()) return name;
    return {};
  }
  const auto* call = dyn_cast<CallBase>(pointer);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !paths_.IsSystem(callee->getSubprogram())) return {};
  for (const Use& argument : call->args())
    if (argument->getType()->isPointerTy()) return held(argument);
  return {};
}

}  // namespace reweave::compiler
