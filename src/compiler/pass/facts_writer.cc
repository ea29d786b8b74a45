#include "compiler/pass/facts_writer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MD5.h"
namespace reweave::compiler {
using namespace llvm;
FunctionRecord FactsWriter::Write(const FunctionSites& sites) {
  std::string id = sites.function->getName().str();
  if (sites.function->hasLocalLinkage()) id += "@" + paths_.unit_path();
  MD5 md5; md5.update(id);
  for (int c = 0; c < 5; ++c) md5.update("." + std::to_string(GuardCount(sites, abi::SiteClass(c))));
  MD5::MD5Result r; md5.final(r);
  std::string group = "__reweave." + std::string(r.digest());
  GuardArrays g = MakeGuards(module_, sites, group);
  auto* init = ConstantDataArray::getString(module_.getContext(), id);
  auto* rec = new GlobalVariable(module_, init->getType(), true, GlobalValue::LinkOnceODRLinkage, init, group);
  rec->setVisibility(GlobalValue::HiddenVisibility);
  rec->setComdat(module_.getOrInsertComdat(group));
  rec->setSection("rw_facts"); rec->setAlignment(Align(8));
  return {rec, g};
}
}
