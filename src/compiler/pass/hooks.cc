#include "compiler/pass/hooks.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace reweave::compiler {

using namespace llvm;

Hooks::Hooks(Module& module) {
  LLVMContext& context = module.getContext();
  Type* none = Type::getVoidTy(context);
  Type* ptr = PointerType::getUnqual(context);
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);
  AttributeList attributes =
      AttributeList().addFnAttribute(context, Attribute::NoUnwind).addFnAttribute(context, Attribute::Cold);
  auto declare = [&](const Twine& name, std::initializer_list<Type*> parameters) {
    SmallString<32> text;
    FunctionCallee hook =
        module.getOrInsertFunction(name.toStringRef(text), FunctionType::get(none, parameters, false), attributes);
    // Weak: a library links with -z defs, and runs in a program without the runtime, where every guard stays 0.
    if (auto* function = dyn_cast<Function>(hook.getCallee()); function && function->isDeclaration())
      function->setLinkage(GlobalValue::ExternalWeakLinkage);
    return hook;
  };
  for (unsigned i = 0; i < 4; ++i) {
    read[i] = declare("__reweave_read" + Twine(1u << i), {ptr, i32});
    write[i] = declare("__reweave_write" + Twine(1u << i), {ptr, i32, i64});
  }
  read_range = declare("__reweave_read_range", {ptr, i64, i32});
  write_range = declare("__reweave_write_range", {ptr, i64, i32});
  atomic = declare("__reweave_atomic", {ptr, i32, i64, i32});
  cas_done = declare("__reweave_cas_done", {i32, i32});
  fence = declare("__reweave_fence", {i32, i32});
  call = declare("__reweave_call", {i32});
  call_library = declare("__reweave_call_library", {i32});
  ret = declare("__reweave_return", {i32});
  branch = declare("__reweave_branch", {i32, i64});
  block = declare("__reweave_block", {i32});
  loop_enter = declare("__reweave_loop_enter", {i32});
  loop_iter = declare("__reweave_loop_iter", {i32});
  local_begin = declare("__reweave_local_begin", {ptr, i64, i32});
  local_end = declare("__reweave_local_end", {ptr, i64, i32});
  read_string = declare("__reweave_read_cstr", {ptr, i64, i32});
  write_string = declare("__reweave_write_cstr", {ptr, ptr, i64, i32});
  append_string = declare("__reweave_append_cstr", {ptr, ptr, i64, i32});
  read_wanted = declare("__reweave_read_wanted", {ptr, i64, i32});
  write_wanted = declare("__reweave_write_wanted", {ptr, i64, i32});
  read_vector = declare("__reweave_read_vector", {ptr, i64, i32});
  write_vector = declare("__reweave_write_vector", {ptr, i64, i32});
  read_messages = declare("__reweave_read_messages", {ptr, i64, i32});
  write_messages = declare("__reweave_write_messages", {ptr, i64, i32});
  stream = declare("__reweave_stream", {ptr, i32, i32});
  address_used = declare("__reweave_address_used", {ptr});
  read_object = declare("__reweave_read_object", {ptr, i64, i32});
  write_object = declare("__reweave_write_object", {ptr, i64, i32});
  called = declare("__reweave_called", {ptr, i32});
  passed = declare("__reweave_passed", {ptr, ptr, i32, i32, i32});
  hidden = declare("__reweave_hidden", {i32, i32, i32});
  write_resource = declare("__reweave_write_resource", {ptr, i32});
}

Instruction* InsertIf(Value* guard, Instruction* before, const DebugLoc& location) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(location);
  Value* armed = builder.CreateICmpNE(guard, builder.getInt32(0));
  MDNode* unlikely = MDBuilder(before->getContext()).createUnlikelyBranchWeights();
  Instruction* then = SplitBlockAndInsertIfThen(armed, before->getIterator(), /*Unreachable=*/false, unlikely);
  then->setDebugLoc(location);
  return then;
}

GuardedRegion InsertGuard(GlobalVariable* array, unsigned index, Instruction* before, const DebugLoc& location) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(location);
  Value* address = builder.CreateConstInBoundsGEP2_32(array->getValueType(), array, 0, index);
  LoadInst* guard = builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(4), "rw.guard");
  return {InsertIf(guard, before, location), guard};
}

}  // namespace reweave::compiler
