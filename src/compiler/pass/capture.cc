#include "compiler/pass/capture.h"

#include "compiler/pass/library_calls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

namespace reweave::compiler {

using namespace llvm;

CaptureAnalysis::CaptureAnalysis(const Module& module) {
  SmallVector<const Argument*, 64> arguments;
  for (const Function& function : module)
    if (!function.isDeclaration() && !function.isInterposable())
      for (const Argument& argument : function.args())
        if (argument.getType()->isPointerTy()) {
          arguments.push_back(&argument);
          parameters_[&argument] = 0;
        }
  // Optimistic start, flags only grow: the greatest fixed point, recursion included.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Argument* argument : arguments) {
      unsigned flags = parameters_[argument];
      if (flags & kCaptured) continue;
      unsigned now = Uses(argument);
      if (now != flags) {
        parameters_[argument] = now | flags;
        changed = true;
      }
    }
  }
}

// What happens to an argument of a call.
unsigned CaptureAnalysis::CallUse(const CallBase& call, const Use& use) const {
  if (call.isCallee(&use)) return 0;
  if (!call.isArgOperand(&use)) return kCaptured;
  unsigned number = call.getArgOperandNo(&use);
  if (isa<DbgInfoIntrinsic>(call) || isa<MemIntrinsic>(call)) return 0;
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (intrinsic->isLifetimeStartOrEnd() || intrinsic->getIntrinsicID() == Intrinsic::prefetch) return 0;
    if (intrinsic->getIntrinsicID() == Intrinsic::launder_invariant_group) return kReturned;
  }
  if (call.isInlineAsm()) return call.paramHasAttr(number, Attribute::ElementType) ? 0 : unsigned{kCaptured};
  if (call.doesNotCapture(number)) return 0;
  const Function* callee = call.getCalledFunction();
  if (!callee) return kCaptured;
  if (callee->isDeclaration()) return KeepsNoPointer(callee->getName()) ? 0 : unsigned{kCaptured};
  if (number >= callee->arg_size()) return kCaptured;
  auto known = parameters_.find(callee->getArg(number));
  return known == parameters_.end() ? unsigned{kCaptured} : known->second;
}

unsigned CaptureAnalysis::Uses(const Value* root) const {
  SmallVector<const Value*, 16> work{root};
  SmallPtrSet<const Value*, 16> seen{root};
  unsigned flags = 0;
  auto follow = [&](const Value* value) {
    if (seen.insert(value).second) work.push_back(value);
  };
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const Use& use : value->uses()) {
      const auto* user = cast<Instruction>(use.getUser());
      switch (user->getOpcode()) {
        case Instruction::Load:
        case Instruction::ICmp: break;
        case Instruction::Store:
          if (use.getOperandNo() != StoreInst::getPointerOperandIndex()) return flags | kCaptured;
          break;
        case Instruction::AtomicRMW:
        case Instruction::AtomicCmpXchg:
          if (use.getOperandNo() != 0) return flags | kCaptured;
          break;
        case Instruction::GetElementPtr:
        case Instruction::BitCast:
        case Instruction::PHI:
        case Instruction::Select:
        case Instruction::AddrSpaceCast:
        case Instruction::Freeze: follow(user); break;
        case Instruction::Ret: flags |= kReturned; break;
        case Instruction::Call:
        case Instruction::Invoke: {
          unsigned effect = CallUse(cast<CallBase>(*user), use);
          if (effect & kCaptured) return flags | kCaptured;
          if (effect & kReturned) follow(user);
          break;
        }
        default: return flags | kCaptured;
      }
    }
  }
  return flags;
}

bool CaptureAnalysis::Escapes(const AllocaInst* local) const {
  auto [entry, fresh] = locals_.try_emplace(local);
  if (fresh) entry->second = (Uses(local) & (kCaptured | kReturned)) != 0;
  return entry->second;
}

bool CaptureAnalysis::IsPrivate(const Value* address) const {
  const Value* base = getUnderlyingObject(address, 0);
  if (const auto* local = dyn_cast<AllocaInst>(base)) return !Escapes(local);
  // libc's own, not the program's: it tells library code whether a thread was ever created.
  if (const auto* global = dyn_cast<GlobalVariable>(base))
    return global->isConstant() || global->getName() == "__libc_single_threaded";
  if (const auto* argument = dyn_cast<Argument>(base)) {
    auto known = parameters_.find(argument);
    return argument->hasByValAttr() && known != parameters_.end() && known->second == 0;
  }
  return isa<ConstantPointerNull>(base) || isa<Function>(base);
}

}  // namespace reweave::compiler
