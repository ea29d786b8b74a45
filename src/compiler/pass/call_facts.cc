#include "compiler/pass/call_facts.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace reweave::compiler {

using namespace llvm;
using facts::CalleeKind;
using facts::Operation;

namespace {

StringMap<Operation> MakeOperations() {
  using enum Operation;
  StringMap<Operation> table;
  auto add = [&](Operation operation, std::initializer_list<StringRef> names) {
    for (StringRef name : names) table[name] = operation;
  };
  add(kMutexLock, {"pthread_mutex_lock", "mtx_lock"});
  add(kMutexTryLock, {"pthread_mutex_trylock", "mtx_trylock"});
  add(kMutexTimedLock, {"pthread_mutex_timedlock", "pthread_mutex_clocklock", "mtx_timedlock"});
  add(kMutexUnlock, {"pthread_mutex_unlock", "mtx_unlock"});
  add(kReadLock, {"pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock"});
  add(kTryReadLock, {"pthread_rwlock_tryrdlock"});
  add(kWriteLock, {"pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock"});
  add(kTryWriteLock, {"pthread_rwlock_trywrlock"});
  add(kRwUnlock, {"pthread_rwlock_unlock"});
  add(kSpinLock, {"pthread_spin_lock"});
  add(kSpinTryLock, {"pthread_spin_trylock"});
  add(kSpinUnlock, {"pthread_spin_unlock"});
  add(kCondWait, {"pthread_cond_wait", "cnd_wait", "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"});
  add(kCondTimedWait, {"pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait"});
  add(kCondSignal, {"pthread_cond_signal", "cnd_signal", "_ZNSt18condition_variable10notify_oneEv"});
  add(kCondBroadcast, {"pthread_cond_broadcast", "cnd_broadcast", "_ZNSt18condition_variable10notify_allEv"});
  add(kThreadCreate,
      {"pthread_create", "thrd_create", "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"});
  add(kThreadJoin,
      {"pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np", "thrd_join", "_ZNSt6thread4joinEv"});
  add(kThreadDetach, {"pthread_detach", "thrd_detach", "_ZNSt6thread6detachEv"});
  add(kSemWait, {"sem_wait", "sem_timedwait", "sem_clockwait"});
  add(kSemTryWait, {"sem_trywait"});
  add(kSemPost, {"sem_post"});
  add(kBarrierWait, {"pthread_barrier_wait"});
  add(kOnce, {"pthread_once", "call_once"});
  add(kYield, {"sched_yield", "pthread_yield", "thrd_yield"});
  add(kSleep, {"sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep"});
  add(kInit, {"pthread_mutex_init", "pthread_cond_init", "pthread_rwlock_init", "pthread_spin_init", "pthread_barrier_init",
              "sem_init", "mtx_init", "cnd_init", "_ZNSt18condition_variableC1Ev"});
  add(kDestroy, {"pthread_mutex_destroy", "pthread_cond_destroy", "pthread_rwlock_destroy", "pthread_spin_destroy",
                 "pthread_barrier_destroy", "sem_destroy", "mtx_destroy", "cnd_destroy", "_ZNSt18condition_variableD1Ev"});
  add(kGuardAcquire, {"__cxa_guard_acquire"});
  add(kGuardRelease, {"__cxa_guard_release", "__cxa_guard_abort"});
  add(kAllocate,
      {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign", "_Znwm", "_Znam", "_ZnwmSt11align_val_t",
       "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "strdup", "strndup"});
  add(kFree, {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t",
              "_ZdaPvSt11align_val_t"});
  return table;
}

// The first function of the project that `root` leads to, through library code only.
const Function* FirstUserFunction(const Function* root, SourcePaths& paths, unsigned depth = 0) {
  if (!root || root->isDeclaration() || depth > 12) return nullptr;
  if (!paths.IsSystem(root->getSubprogram())) return root;
  for (const Instruction& instruction : instructions(*root))
    if (const auto* call = dyn_cast<CallBase>(&instruction)) {
      const Function* callee = call->getCalledFunction();
      if (!callee || callee->isDeclaration() || callee == root) continue;
      if (const Function* found = FirstUserFunction(callee, paths, depth + 1)) return found;
    }
  return nullptr;
}

// std::thread keeps its callable in a state object whose vtable has the function that runs it.
const Function* RunFunction(const GlobalVariable* vtable) {
  if (!vtable->hasInitializer()) return nullptr;
  SmallVector<const Constant*, 8> work{vtable->getInitializer()};
  while (!work.empty()) {
    const Constant* constant = work.pop_back_val();
    if (const auto* function = dyn_cast<Function>(constant)) {
      if (function->getName().contains("6_M_runEv")) return function;
      continue;
    }
    for (const Use& operand : constant->operands()) work.push_back(cast<Constant>(operand.get()));
  }
  return nullptr;
}

const Function* FunctionIn(const Value* value) {
  const auto* constant = dyn_cast<Constant>(value);
  if (!constant) return nullptr;
  if (const auto* function = dyn_cast<Function>(constant)) return function;
  if (isa<GlobalValue>(constant)) return nullptr;
  for (const Use& operand : constant->operands())  // a pointer to member: { ptrtoint @f, 0 }
    if (const Function* found = FunctionIn(operand)) return found;
  return nullptr;
}

// The callable may also be a function pointer that is put into the state object.
const Function* StoredFunction(const Function& creator, const Value* state) {
  for (const Instruction& instruction : instructions(creator))
    if (const auto* store = dyn_cast<StoreInst>(&instruction))
      if (const Function* function = FunctionIn(store->getValueOperand());
          function && getUnderlyingObject(store->getPointerOperand(), 0) == state)
        return function;
  return nullptr;
}

const Function* ThreadEntry(const CallBase& call, StringRef name, SourcePaths& paths) {
  if (name == "pthread_create" || name == "thrd_create") {
    unsigned number = name == "pthread_create" ? 2 : 1;
    return call.arg_size() > number ? dyn_cast<Function>(call.getArgOperand(number)->stripPointerCasts()) : nullptr;
  }
  // The state nearest before the call, in the creating function.
  const GlobalVariable* vtable = nullptr;
  const Value* state = nullptr;
  const Function& creator = *call.getFunction();
  for (const Instruction& instruction : instructions(creator)) {
    if (&instruction == &call) break;
    const auto* store = dyn_cast<StoreInst>(&instruction);
    const auto* target = store ? dyn_cast<GlobalVariable>(store->getValueOperand()->stripInBoundsConstantOffsets()) : nullptr;
    if (target && target->getName().starts_with("_ZTVNSt6thread11_State_impl")) {
      vtable = target;
      state = getUnderlyingObject(store->getPointerOperand(), 0);
    }
  }
  if (!vtable) return nullptr;
  if (const Function* entry = FirstUserFunction(RunFunction(vtable), paths)) return entry;
  return StoredFunction(creator, state);
}

// `load (gep (load object), slot)`: a call through a vtable.
bool AsVirtual(const CallBase& call, Variables& variables, CallInfo& out) {
  const auto* target = dyn_cast<LoadInst>(call.getCalledOperand());
  if (!target || call.arg_size() == 0) return false;
  std::uint64_t slot = 0;
  const Value* table = target->getPointerOperand();
  if (const auto* gep = dyn_cast<GEPOperator>(table)) {
    APInt offset(64, 0);
    if (!gep->accumulateConstantOffset(call.getModule()->getDataLayout(), offset)) return false;
    slot = offset.getZExtValue() / 8;
    table = gep->getPointerOperand();
  }
  const auto* vptr = dyn_cast<LoadInst>(table);
  if (!vptr) return false;
  const Value* object = vptr->getPointerOperand();
  if (none_of(call.args(), [&](const Use& argument) { return argument.get() == object; })) return false;
  const auto* record = dyn_cast_or_null<DICompositeType>(PointeeOf(variables.TypeOf(object)));
  if (!record || !(record->getVTableHolder() || record->getIdentifier().size())) return false;
  out.kind = CalleeKind::kVirtual;
  out.callee = out.callee_name = TypeName(record);
  out.slot = slot;
  return true;
}

}  // namespace

Operation OperationOf(StringRef callee) {
  static const StringMap<Operation> table = MakeOperations();
  auto found = table.find(callee);
  return found == table.end() ? Operation::kNone : found->second;
}

CallInfo DescribeCall(const CallBase& call, Variables& variables, SourcePaths& paths) {
  CallInfo out;
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) {
    out.signature = Signature(call.getFunctionType());
    if (!AsVirtual(call, variables, out)) out.kind = CalleeKind::kIndirect;
    return out;
  }
  out.callee = FunctionId(*callee, paths);
  out.callee_name = demangle(callee->getName());
  out.operation = OperationOf(callee->getName());
  if (out.operation == Operation::kThreadCreate)
    if (const Function* entry = ThreadEntry(call, callee->getName(), paths)) out.entry = FunctionId(*entry, paths);
  return out;
}

}  // namespace reweave::compiler
