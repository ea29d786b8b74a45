#include "compiler/pass/pipeline.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

// They look for memory that nobody else changes, for loops without calls, or through the whole module.
const StringSet<>& LeftOut() {
  static const StringSet<> kNames = {"ADCEPass",
                                     "AggressiveInstCombinePass",
                                     "ArgumentPromotionPass",
                                     "BDCEPass",
                                     "CallSiteSplittingPass",
                                     "CalledValuePropagationPass",
                                     "ConstraintEliminationPass",
                                     "CorrelatedValuePropagationPass",
                                     "DSEPass",
                                     "DeadArgumentEliminationPass",
                                     "DivRemPairsPass",
                                     "Float2IntPass",
                                     "GVNPass",
                                     "GlobalOptPass",
                                     "IPSCCPPass",
                                     "IndVarSimplifyPass",
                                     "InferAlignmentPass",
                                     "JumpThreadingPass",
                                     "LICMPass",
                                     "LibCallsShrinkWrapPass",
                                     "LoopDeletionPass",
                                     "LoopDistributePass",
                                     "LoopFullUnrollPass",
                                     "LoopIdiomRecognizePass",
                                     "LoopInstSimplifyPass",
                                     "LoopLoadEliminationPass",
                                     "LoopRotatePass",
                                     "LoopSimplifyCFGPass",
                                     "LoopSinkPass",
                                     "LoopUnrollPass",
                                     "LoopVectorizePass",
                                     "MemCpyOptPass",
                                     "MergedLoadStoreMotionPass",
                                     "MoveAutoInitPass",
                                     "PostOrderFunctionAttrsPass",
                                     "ReassociatePass",
                                     "ReversePostOrderFunctionAttrsPass",
                                     "SCCPPass",
                                     "SLPVectorizerPass",
                                     "SimpleLoopUnswitchPass",
                                     "SpeculativeExecutionPass",
                                     "TailCallElimPass",
                                     "VectorCombinePass"};
  return kNames;
}

// Enough once for each function.
bool IsRepeated(StringRef pass) { return pass == "InstCombinePass" || pass == "EarlyCSEPass"; }

}  // namespace

void LeaveOutPasses(PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [ran = DenseSet<std::pair<const void*, const void*>>()](StringRef pass, Any ir) mutable {
        if (LeftOut().contains(pass)) return false;
        if (!IsRepeated(pass)) return true;
        const auto* function = any_cast<const Function*>(&ir);
        return !function || ran.insert({*function, pass.data()}).second;
      });
}

}  // namespace reweave::compiler
