#include "compiler/pass/prepare.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kSkip = "reweave-skip";

// Splitting the entry block must not turn a static alloca into a dynamic one.
void GatherAllocas(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  BasicBlock::iterator top = entry.begin();
  while (isa<AllocaInst>(*top)) ++top;
  for (Instruction& instruction : make_early_inc_range(make_range(top, entry.end())))
    if (auto* local = dyn_cast<AllocaInst>(&instruction); local && isa<ConstantInt>(local->getArraySize()))
      local->moveBefore(entry, top);
}

StringRef AnnotationText(const Value* value) {
  const auto* global = dyn_cast<GlobalVariable>(value->stripPointerCasts());
  if (!global || !global->hasInitializer()) return {};
  const auto* data = dyn_cast<ConstantDataSequential>(global->getInitializer());
  return data && data->isCString() ? data->getAsCString() : StringRef();
}

}  // namespace

void MarkSkipped(Module& module) {
  for (GlobalIFunc& ifunc : module.ifuncs())
    if (Function* resolver = ifunc.getResolverFunction()) resolver->addFnAttr(kSkip);
  const GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer()) return;
  const auto* entries = dyn_cast<ConstantArray>(annotations->getInitializer());
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
    const auto* entry = dyn_cast<ConstantStruct>(entries->getOperand(i));
    if (!entry || AnnotationText(entry->getOperand(1)) != "reweave.skip") continue;
    if (auto* function = dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts())) function->addFnAttr(kSkip);
  }
}

bool IsSkipped(const Function& function) {
  return function.isDeclaration() || function.hasAvailableExternallyLinkage() || function.hasFnAttribute(Attribute::Naked) ||
         function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) || function.hasFnAttribute(kSkip) ||
         function.getName().starts_with("__reweave_") || function.getName() == "__clang_call_terminate";
}

bool IsOperation(const Function& function) {
  for (const StringRef prefix : {"_ZNSt18__atomic_semaphore", "_ZNSt5latch10count_down", "_ZNKSt5latch4wait",
                                 "_ZNKSt5latch8try_wait", "_ZNSt14__tree_barrierI", "_ZNKSt14__tree_barrierI"})
    if (function.getName().starts_with(prefix)) return true;
  return false;
}

// The header has the body, but an explicit instantiation says that libstdc++.so has the code: there it would run unseen.
void KeepLibraryBodies(Module& module, SourcePaths& paths) {
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage() || !paths.IsSystem(function.getSubprogram())) continue;
    StringRef name = function.getName();
    if (!name.starts_with("_ZNSt7__cxx1112basic_string") && !name.starts_with("_ZNKSt7__cxx1112basic_string")) continue;
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    function.setComdat(module.getOrInsertComdat(name));
  }
}

void StripMemoryAttributes(Module& module) {
  AttributeMask of_functions;
  for (auto kind : {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable,
                    Attribute::NoRecurse})
    of_functions.addAttribute(kind);
  AttributeMask of_parameters;
  for (auto kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly}) of_parameters.addAttribute(kind);
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    function.removeFnAttrs(of_functions);
    for (Argument& argument : function.args()) argument.removeAttrs(of_parameters);
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || isa<IntrinsicInst>(call)) continue;
      call->removeFnAttrs(of_functions);
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (call->getAttributes().hasParamAttrs(i)) call->removeParamAttrs(i, of_parameters);
    }
  }
}

void Prepare(Module& module, ModuleAnalysisManager& analyses, SourcePaths& paths) {
  MarkSkipped(module);
  KeepLibraryBodies(module, paths);
  StripMemoryAttributes(module);
  for (Function& function : module)
    if (IsOperation(function)) function.removeFnAttr(Attribute::AlwaysInline);
  analyses.invalidate(module, AlwaysInlinerPass(/*InsertLifetime=*/true).run(module, analyses));
  InlineSystemFunctions(module, analyses, paths);
  analyses.invalidate(module, GlobalDCEPass().run(module, analyses));
  for (Function& function : module)
    if (!function.isDeclaration()) GatherAllocas(function);
}

}  // namespace reweave::compiler
