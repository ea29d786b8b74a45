#include "compiler/pass/facts_writer.h"

#include "compiler/pass/declarations.h"
#include "compiler/pass/function_facts.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace reweave::compiler {

using namespace llvm;

FactsWriter::FactsWriter(Module& module, SourcePaths& paths, const StatementTable& statements)
    : module_(module), paths_(paths), statements_(statements), variables_(module, paths), canonical_(variables_, paths) {}

GlobalVariable* FactsWriter::MakeRecord(const std::string& body, const std::string& group, const FunctionSites& sites,
                                        const GuardArrays& guards) {
  LLVMContext& context = module_.getContext();
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);
  auto* words = ArrayType::get(i32, 5);
  Constant* bytes = ConstantDataArray::getString(context, body, /*AddNull=*/false);
  auto* type = StructType::get(context, {i32, i32, i32, i32, words, words, bytes->getType()}, /*isPacked=*/true);
  auto* record = new GlobalVariable(module_, type, true, GlobalValue::LinkOnceODRLinkage, nullptr, group);
  SmallVector<Constant*, 5> references, counts;
  for (unsigned i = 0; i < 5; ++i) {
    counts.push_back(ConstantInt::get(i32, GuardCount(sites, static_cast<abi::SiteClass>(i))));
    if (!guards.arrays[i]) {
      references.push_back(ConstantInt::get(i32, 0));
      continue;
    }
    Constant* here = ConstantExpr::getInBoundsGetElementPtr(
        type, record, ArrayRef<Constant*>{ConstantInt::get(i32, 0), ConstantInt::get(i32, 4), ConstantInt::get(i32, i)});
    references.push_back(ConstantExpr::getTrunc(
        ConstantExpr::getSub(ConstantExpr::getPtrToInt(guards.arrays[i], i64), ConstantExpr::getPtrToInt(here, i64)), i32));
  }
  record->setInitializer(ConstantStruct::get(
      type, {ConstantInt::get(i32, facts::kRecordMagic), ConstantInt::get(i32, facts::kRecordHeaderSize + body.size()),
             ConstantInt::get(i32, facts::kFactsVersion | facts::kRecordHeaderSize << 16), ConstantInt::get(i32, 0),
             ConstantArray::get(words, references), ConstantArray::get(words, counts), bytes}));
  record->setVisibility(GlobalValue::HiddenVisibility);
  record->setComdat(module_.getOrInsertComdat(group));
  record->setSection(facts::kFactsSection);
  record->setAlignment(Align(8));
  return record;
}

namespace {

std::string GroupName(const std::string& body) {
  Hash hash = HashOf(body);
  return "__reweave." + toHex(ArrayRef<std::uint8_t>(hash), /*LowerCase=*/true);
}

}  // namespace

GlobalVariable* FactsWriter::WriteDeclarations() {
  std::string body = EncodeDeclarations(module_, variables_, canonical_, paths_);
  return MakeRecord(body, GroupName(body), {}, {});
}

FunctionRecord FactsWriter::Write(const FunctionSites& sites) {
  auto statements = statements_.find(sites.function->getName());
  std::string body =
      EncodeFunction(sites, statements == statements_.end() ? nullptr : &statements->second, variables_, canonical_, paths_);
  std::string group = GroupName(body);
  GuardArrays guards = MakeGuards(module_, sites, group);
  return {MakeRecord(body, group, sites, guards), guards};
}

}  // namespace reweave::compiler
