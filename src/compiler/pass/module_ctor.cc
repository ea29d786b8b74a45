#include "compiler/pass/module_ctor.h"

#include "abi/hooks.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace reweave::compiler {

using namespace llvm;
using abi::SiteClass;

namespace {

constexpr const char* kSections[] = {"rw_guard_access", "rw_guard_call", "rw_guard_branch", "rw_guard_block", "rw_guard_loop"};

// Weak: a module without a single loop has no rw_guard_loop.
Constant* Boundary(Module& module, const char* prefix, const char* section) {
  std::string name = std::string(prefix) + section;
  if (GlobalVariable* known = module.getNamedGlobal(name)) return known;
  auto* symbol =
      new GlobalVariable(module, Type::getInt32Ty(module.getContext()), false, GlobalValue::ExternalWeakLinkage, nullptr, name);
  symbol->setVisibility(GlobalValue::HiddenVisibility);
  return symbol;
}

GlobalVariable* SectionTable(Module& module) {
  LLVMContext& context = module.getContext();
  Type* i32 = Type::getInt32Ty(context);
  SmallVector<Constant*, 14> fields{ConstantInt::get(i32, abi::kHookAbiVersion), ConstantInt::get(i32, 0)};
  for (const char* section : {kSections[0], kSections[1], kSections[2], kSections[3], kSections[4], "rw_facts"}) {
    fields.push_back(Boundary(module, "__start_", section));
    fields.push_back(Boundary(module, "__stop_", section));
  }
  Constant* init = ConstantStruct::getAnon(context, fields);
  auto* table =
      new GlobalVariable(module, init->getType(), true, GlobalValue::LinkOnceODRLinkage, init, "__reweave_module_sections");
  table->setVisibility(GlobalValue::HiddenVisibility);
  table->setComdat(module.getOrInsertComdat("__reweave_module_sections"));
  table->setAlignment(Align(8));
  return table;
}

Function* MakeCaller(Module& module, StringRef name, StringRef hook, GlobalVariable* table) {
  LLVMContext& context = module.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), false);
  Function* function = Function::createWithDefaultAttr(type, GlobalValue::LinkOnceODRLinkage, 0, name, &module);
  function->setVisibility(GlobalValue::HiddenVisibility);
  function->setComdat(module.getOrInsertComdat(name));
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::NoInline);
  FunctionCallee callee =
      module.getOrInsertFunction(hook, FunctionType::get(Type::getVoidTy(context), {table->getType()}, false));
  cast<Function>(callee.getCallee())->setLinkage(GlobalValue::ExternalWeakLinkage);
  BasicBlock* entry = BasicBlock::Create(context, "", function);
  BasicBlock* present = BasicBlock::Create(context, "", function);
  BasicBlock* done = BasicBlock::Create(context, "", function);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(builder.CreateIsNotNull(callee.getCallee()), present, done);
  builder.SetInsertPoint(present);
  builder.CreateCall(callee, {table});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return function;
}

}  // namespace

const char* GuardSection(SiteClass cls) { return kSections[static_cast<int>(cls)]; }

std::uint32_t GuardCount(const FunctionSites& sites, SiteClass cls) {
  switch (cls) {
    case SiteClass::kAccess: return sites.accesses.size();
    case SiteClass::kCall: return count_if(sites.calls, [](const CallSite& site) { return site.hooked; });
    case SiteClass::kBranch: return sites.control_hooks ? sites.branches.size() : 0;
    case SiteClass::kBlock: return sites.control_hooks ? sites.blocks.size() : 0;
    case SiteClass::kLoop: return sites.control_hooks ? sites.loops.size() : 0;
    case SiteClass::kCount: break;
  }
  return 0;
}

GuardArrays MakeGuards(Module& module, const FunctionSites& sites, StringRef group) {
  constexpr const char* kSuffix[] = {".a", ".c", ".b", ".k", ".l"};
  GuardArrays guards;
  for (int i = 0; i < static_cast<int>(SiteClass::kCount); ++i) {
    auto cls = static_cast<SiteClass>(i);
    std::uint32_t count = GuardCount(sites, cls);
    if (count == 0) continue;
    auto* type = ArrayType::get(Type::getInt32Ty(module.getContext()), count);
    auto* array = new GlobalVariable(module, type, false, GlobalValue::LinkOnceODRLinkage, ConstantAggregateZero::get(type),
                                     group + kSuffix[i]);
    array->setVisibility(GlobalValue::HiddenVisibility);
    array->setComdat(module.getOrInsertComdat(group));
    array->setSection(GuardSection(cls));
    array->setAlignment(Align(4));  // or the linker would leave gaps between the arrays
    guards.arrays[i] = array;
  }
  return guards;
}

void AddModuleConstructor(Module& module) {
  GlobalVariable* table = SectionTable(module);
  Function* ctor = MakeCaller(module, "__reweave_module_ctor", "__reweave_register_module", table);
  Function* dtor = MakeCaller(module, "__reweave_module_dtor", "__reweave_unregister_module", table);
  appendToGlobalCtors(module, ctor, 1, ctor);
  appendToGlobalDtors(module, dtor, 1, dtor);
}

}  // namespace reweave::compiler
