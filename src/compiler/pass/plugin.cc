// The pass plugin: clean up, number, write facts, place hooks. Runs first in the pipeline, at every level.
#include "abi/hooks.h"
#include "compiler/pass/capture.h"
#include "compiler/pass/collect.h"
#include "compiler/pass/facts_writer.h"
#include "compiler/pass/insert_hooks.h"
#include "compiler/pass/module_ctor.h"
#include "compiler/pass/pipeline.h"
#include "compiler/pass/prepare.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace reweave::compiler {
namespace {

using namespace llvm;

cl::opt<bool> skip_optimiser("reweave-skip-optimiser", cl::desc("The user asked for -O0"), cl::Hidden);

// The front end worked for -O1; what it made is to be compiled as it is.
void ForbidOptimising(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked)) continue;
    for (auto kind : {Attribute::AlwaysInline, Attribute::MinSize, Attribute::OptimizeForSize, Attribute::InlineHint})
      function.removeFnAttr(kind);
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
}

// By another module, or through a pointer. The parts of a coroutine, which are called through pointers, inherit its mark.
bool CanBeCalledFromElsewhere(const Function& function) {
  return !function.hasLocalLinkage() || function.hasAddressTaken() || function.isPresplitCoroutine();
}

// A function that gives the address of a local away has a frame of its own at every -O level. As a part of its caller it would
// return without giving its variables back, and nobody would notice that they are used afterwards.
void KeepFrame(Function& function, const CaptureAnalysis& capture) {
  if (function.hasFnAttribute(Attribute::AlwaysInline) || function.isPresplitCoroutine()) return;
  const auto given_away = [&](const Instruction& instruction) {
    const auto* local = dyn_cast<AllocaInst>(&instruction);
    return local && capture.Escapes(local);
  };
  if (any_of(instructions(function), given_away)) function.addFnAttr(Attribute::NoInline);
}

void Instrument(Module& module, SourcePaths& paths, const StatementTable& statements) {
  CaptureAnalysis capture(module);
  FactsWriter facts(module, paths, statements);
  Hooks hooks(module);
  SmallVector<Function*, 64> functions;
  for (Function& function : module)
    if (!IsSkipped(function)) functions.push_back(&function);
  SmallVector<GlobalValue*, 64> records;
  // All facts first: they read the module as it was.
  std::vector<std::pair<FunctionSites, GuardArrays>> work;
  for (Function* function : functions) {
    FunctionSites sites = Collect(*function, capture, paths);
    FunctionRecord record = facts.Write(sites);
    work.emplace_back(std::move(sites), record.guards);
    records.push_back(record.global);
  }
  records.push_back(facts.WriteDeclarations());
  for (Function* function : functions) KeepFrame(*function, capture);
  for (auto& [sites, guards] : work) InsertHooks(sites, guards, hooks);
  Constant* const mark = ConstantInt::get(Type::getInt64Ty(module.getContext()), abi::kFunctionMark);
  for (Function* function : functions)
    if (CanBeCalledFromElsewhere(*function) && !function->hasPrefixData()) function->setPrefixData(mark);
  appendToUsed(module, records);
}

class ReweavePass : public PassInfoMixin<ReweavePass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (module.getNamedGlobal("__reweave_module_sections")) return PreservedAnalyses::all();
    SourcePaths paths(module);
    StatementTable statements = CollectStatements(module, paths);
    Prepare(module, analyses, paths);
    Instrument(module, paths, statements);
    AddModuleConstructor(module);
    if (skip_optimiser) ForbidOptimising(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace reweave::compiler

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "reweave", "1", [](llvm::PassBuilder& builder) {
            if (auto* callbacks = builder.getPassInstrumentationCallbacks()) reweave::compiler::LeaveOutPasses(*callbacks);
            builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
              passes.addPass(reweave::compiler::ReweavePass());
            });
          }};
}
