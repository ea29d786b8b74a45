#include "compiler/pass/canonical.h"

#include <utility>

#include "compiler/pass/call_facts.h"
#include "facts/named_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

// Names that the program gave stand between these in a text.
constexpr char kNameBegin = 1, kNameEnd = 2;

std::string Marked(StringRef name) { return (Twine(kNameBegin) + name + Twine(kNameEnd)).str(); }
std::string Marked(char kind, StringRef name) { return Marked((Twine(kind) + name).str()); }

// Bytes that would be taken for marks are written out.
std::string Unmarked(std::string text) {
  for (std::size_t at = 0; (at = text.find_first_of("\1\2", at)) != std::string::npos; at += 2)
    text.replace(at, 1, text[at] == kNameBegin ? "\\1" : "\\2");
  return text;
}

// One that can have no name of the program in it: "std::_Vector_base<Job, std::allocator<Job> >::_Vector_impl" has.
bool IsLibraryType(StringRef name) { return (name.starts_with("std::") || name.starts_with("__")) && !name.contains('<'); }

// marked: for texts that are compared.
void AppendType(std::string& out, llvm::Type* type, bool marked) {
  if (auto* record = dyn_cast<StructType>(type)) {
    if (record->hasName()) {
      const std::string name = StructName(record);
      out += "%" + (marked && !IsLibraryType(name) ? Marked(facts::kNamedType, name) : name);
      return;
    }
    out += "{";
    for (llvm::Type* element : record->elements()) AppendType(out, element, marked), out += ",";
    out += "}";
    return;
  }
  if (auto* array = dyn_cast<ArrayType>(type)) {
    out += "[" + std::to_string(array->getNumElements()) + "x";
    AppendType(out, array->getElementType(), marked);
    out += "]";
    return;
  }
  raw_string_ostream stream(out);
  type->print(stream, false, /*NoDetails=*/true);
}

// The global that a function made by the compiler initialises: it stores to it or constructs it, on the line of its declaration.
const GlobalVariable* InitialisedBy(const Function& function) {
  const GlobalVariable* first = nullptr;
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block)
      for (const Use& operand : instruction.operands()) {
        const auto* global = dyn_cast<GlobalVariable>(operand.get()->stripInBoundsConstantOffsets());
        if (!global || global->isConstant() || isa<LoadInst>(instruction)) continue;
        SmallVector<DIGlobalVariableExpression*, 1> expressions;
        global->getDebugInfo(expressions);
        if (!first) first = global;
        if (!expressions.empty() && instruction.getDebugLoc() &&
            expressions.front()->getVariable()->getLine() == instruction.getDebugLoc().getLine())
          return global;
      }
  return first;
}

// It has no name of its own: what it holds says what it is. The numbers of compound literals are the compiler's.
bool IsNameless(const GlobalVariable& global) {
  return global.hasPrivateLinkage() || (global.hasLocalLinkage() && global.getName().starts_with("."));
}

// " of @first": which of several objects of one type a member belongs to.
std::string OfGlobal(const Value* address, const VariableInfo& variable) {
  const auto* global = dyn_cast<GlobalVariable>(address->stripInBoundsOffsets());
  const bool member = variable.kind == facts::VariableKind::kField || !variable.field.empty();
  return global && member && !IsNameless(*global) ? " of @" + Marked(facts::kNamedGlobal, global->getName()) : "";
}

std::string NameOf(const Function& function) {
  constexpr StringRef kInitialiser = "__cxx_global_var_init";
  if (!function.getName().starts_with(kInitialiser)) return function.getName().str();
  const GlobalVariable* global = InitialisedBy(function);
  return global ? (kInitialiser + "(" + global->getName() + ")").str() : function.getName().str();
}

// Arguments that only say where an assertion stands and how its condition is written. The condition itself is compared as code.
bool IsPositionArgument(StringRef callee, unsigned number) {
  if (callee == "__assert_fail" || callee == "__assert" || callee.starts_with("_ZSt21__glibcxx_assert_fail")) return true;
  if (callee == "__assert_perror_fail") return number > 0;
  return false;
}

StringRef TextOf(const Value* value) {
  const auto* global = dyn_cast<GlobalVariable>(value);
  const auto* data = global && global->isConstant() && global->hasInitializer()
                         ? dyn_cast<ConstantDataSequential>(global->getInitializer())
                         : nullptr;
  return data && data->isCString() ? data->getAsCString() : StringRef();
}

// __LINE__ beside __FILE__, as macros that check, log or trace give them on: the line of the call itself, next to its file's
// name.
bool IsOwnLine(const CallBase& call, unsigned number) {
  const DebugLoc& place = call.getDebugLoc();
  const auto* line = dyn_cast<ConstantInt>(call.getArgOperand(number));
  if (!line || !place || line->getValue().getActiveBits() > 32 || line->getZExtValue() != place.getLine()) return false;
  const StringRef file = sys::path::filename(cast<DIScope>(place.getScope())->getFilename());
  return !file.empty() && llvm::any_of(call.args(), [&](const Use& other) { return sys::path::filename(TextOf(other)) == file; });
}

bool IsDropped(const Instruction& instruction) {
  if (isa<AllocaInst>(instruction) || isa<DbgInfoIntrinsic>(instruction)) return true;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic) return false;
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
    case Intrinsic::experimental_noalias_scope_decl: return true;
    default: return false;
  }
}

// The line's hash without the numbers of its locals and without names: whoever compares knows what was renamed. Where an
// exception would go is not the call's doing.
std::uint16_t Shape(StringRef line) {
  std::string text;
  if (line.consume_front("invoke ")) text = "call ";
  while (true) {
    auto [before, after] = line.split("local#");
    text += before;
    if (before.size() == line.size()) break;
    text += '_';
    line = after.drop_while([](char c) { return isDigit(c); });
  }
  return static_cast<std::uint16_t>(xxh3_64bits(text));
}

}  // namespace

TextParts Parts(StringRef text) {
  TextParts out;
  while (true) {
    auto [before, after] = text.split(kNameBegin);
    out.bare += before;
    if (before.size() == text.size()) return out;
    out.bare += kNameBegin;
    auto [name, rest] = after.split(kNameEnd);
    out.names.push_back(name.str());
    text = rest;
  }
}

std::string PlainText(StringRef text) {
  std::string out;
  while (true) {
    auto [before, after] = text.split(kNameBegin);
    out += before;
    if (before.size() == text.size()) return out;
    auto [name, rest] = after.split(kNameEnd);
    out += facts::ComparedName(name);
    text = rest;
  }
}

std::string FunctionId(const Function& function, const SourcePaths& paths) {
  std::string id = NameOf(function);
  if (function.hasLocalLinkage()) id += "@" + paths.unit_path();
  return id;
}

std::string Signature(const FunctionType* type) {
  std::string out;
  AppendType(out, type->getReturnType(), false);
  out += "(";
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    if (i) out += ",";
    AppendType(out, type->getParamType(i), false);
  }
  out += type->isVarArg() ? ",...)" : ")";
  return out;
}

Hash HashOf(StringRef text) {
  MD5 md5;
  md5.update(text);
  MD5::MD5Result result;
  md5.final(result);
  Hash hash;
  std::copy(result.begin(), result.end(), hash.begin());
  return hash;
}

std::string CanonicalText::Block(const BasicBlock& block, const DenseMap<const BasicBlock*, unsigned>& numbers) {
  text_.clear();
  locals_.clear();
  for (const Instruction& instruction : block) {
    if (IsDropped(instruction)) continue;
    std::size_t start = text_.size();
    Line(instruction, numbers);
    shapes_[&instruction] = Shape(Parts(StringRef(text_).drop_front(start)).bare);
  }
  return std::move(text_);
}

void CanonicalText::Type(llvm::Type* type) { AppendType(text_, type, true); }

void CanonicalText::Constant(const llvm::Constant* constant) {
  if (const auto* function = dyn_cast<Function>(constant)) {
    text_ += '@';
    text_ += function->isIntrinsic() ? function->getName().str() : Marked(FunctionId(*function, paths_));
  } else if (const auto* global = dyn_cast<GlobalVariable>(constant)) {
    if (IsNameless(*global)) Content(*global);
    else text_ += "@" + Marked(facts::kNamedGlobal, global->getName());
  } else if (const auto* integer = dyn_cast<ConstantInt>(constant)) {
    Type(integer->getType());
    text_ += ":" + toString(integer->getValue(), 10, true);
  } else if (isa<GEPOperator>(constant)) {
    VariableInfo variable = variables_.Of(constant, 0, false);
    text_ += "&";
    if (variable.name.empty()) Constant(cast<llvm::Constant>(constant->getOperand(0)));
    else text_ += Marked(facts::kNamedVariable, variable.name) + OfGlobal(constant, variable);
    for (auto step = gep_type_begin(*constant), end = gep_type_end(*constant); step != end && !step.isStruct(); ++step)
      if (const auto* index = dyn_cast<ConstantInt>(step.getOperand()); index && !index->isZero())
        text_ += "[" + toString(index->getValue(), 10, true) + "]";
  } else if (isa<ConstantExpr>(constant) || isa<ConstantAggregate>(constant)) {
    text_ += "(" + std::to_string(constant->getValueID());
    if (const auto* expression = dyn_cast<ConstantExpr>(constant)) text_ += std::string(" ") + expression->getOpcodeName();
    for (const Use& use : constant->operands()) text_ += " ", Constant(cast<llvm::Constant>(use.get()));
    text_ += ")";
  } else {
    raw_string_ostream stream(text_);
    constant->printAsOperand(stream, false);
  }
}

// Text as it is, without the place of the checkout; anything else by its parts, however deep.
void CanonicalText::Content(const GlobalVariable& global) {
  const auto* data = global.hasInitializer() ? dyn_cast<ConstantDataSequential>(global.getInitializer()) : nullptr;
  if (global.isConstant() && data)
    return void(text_ += "\"" + Unmarked(paths_.WithoutPlace(data->getRawDataValues().str())) + "\"");
  text_ += "@private";
  if (!global.hasInitializer() || is_contained(inside_, &global)) return;
  inside_.push_back(&global);
  text_ += '{';
  Type(global.getValueType());
  text_ += ' ';
  Constant(global.getInitializer());
  text_ += '}';
  inside_.pop_back();
}

void CanonicalText::Operand(const Value* value) {
  text_ += " ";
  if (const auto* constant = dyn_cast<llvm::Constant>(value)) return Constant(constant);
  if (isa<BasicBlock>(value) || isa<MetadataAsValue>(value)) return void(text_ += "_");
  if (const auto* assembler = dyn_cast<InlineAsm>(value))
    return void(text_ +=
                "asm \"" + std::string(assembler->getAsmString()) + "\" " + std::string(assembler->getConstraintString()));
  auto [entry, fresh] = locals_.try_emplace(value, locals_.size());
  text_ += "local#" + std::to_string(entry->second);
  text_ += ':';
  Type(value->getType());
}

std::string CanonicalText::FirstMember(const Instruction& user, const Value* operand) {
  const auto* global = dyn_cast<GlobalVariable>(operand);
  if (!global || !isa<StructType>(global->getValueType()) || IsNameless(*global)) return {};
  std::uint64_t size = 0;
  if (const auto* call = dyn_cast<CallBase>(&user)) {
    const Function* callee = call->getCalledFunction();
    if (!callee || call->arg_empty() || call->getArgOperand(0) != operand) return {};
    const auto operation = OperationOf(callee->getName());
    if (operation == facts::Operation::kNone || operation == facts::Operation::kFree) return {};
  } else if (getLoadStorePointerOperand(&user) == operand) {
    size = user.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(const_cast<Instruction*>(&user)));
  } else if (const auto* rmw = dyn_cast<AtomicRMWInst>(&user); rmw && rmw->getPointerOperand() == operand) {
    size = user.getModule()->getDataLayout().getTypeStoreSize(rmw->getValOperand()->getType());
  } else {
    return {};
  }
  const VariableInfo variable = variables_.Of(operand, size, false);
  const std::string of = OfGlobal(operand, variable);
  return of.empty() ? of : "&" + Marked(facts::kNamedVariable, variable.name) + of;
}

void CanonicalText::Operand(const Instruction& user, const Value* value) {
  if (const std::string member = FirstMember(user, value); !member.empty()) text_ += " " + member;
  else Operand(value);
}

bool CanonicalText::IsUnstableArgument(const CallBase& call, unsigned number) {
  const Function* callee = call.getCalledFunction();
  if (!callee) return false;
  StringRef name = callee->getName();
  // `new T` and `delete` of it: the type's constructor and destructor tell more than its size.
  if ((name == "_Znwm" && number == 0) || (name == "_ZdlPvm" && number == 1)) return true;
  return IsPositionArgument(name, number) || IsOwnLine(call, number);
}

void CanonicalText::Call(const CallBase& call) {
  Operand(call.getCalledOperand());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (IsUnstableArgument(call, i)) text_ += " *";
    else Operand(call, call.getArgOperand(i));
  }
}

std::string CanonicalText::Details(const Instruction& instruction) {
  std::string out;
  if (const auto* compare = dyn_cast<CmpInst>(&instruction))
    out += " " + CmpInst::getPredicateName(compare->getPredicate()).str();
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&instruction))
    out += " " + AtomicRMWInst::getOperationName(rmw->getOperation()).str();
  if (const auto* extract = dyn_cast<ExtractValueInst>(&instruction))
    for (unsigned index : extract->indices()) out += " ." + std::to_string(index);
  if (const auto* insert = dyn_cast<InsertValueInst>(&instruction))
    for (unsigned index : insert->indices()) out += " ." + std::to_string(index);
  if (const auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    for (int index : shuffle->getShuffleMask()) out += " ." + std::to_string(index);
  if (const auto* pad = dyn_cast<LandingPadInst>(&instruction); pad && pad->isCleanup()) out += " cleanup";
  if (instruction.isVolatile()) out += " volatile";
  if (instruction.isAtomic()) {
    auto order = isa<AtomicCmpXchgInst>(instruction) ? cast<AtomicCmpXchgInst>(instruction).getSuccessOrdering()
                 : isa<FenceInst>(instruction)       ? cast<FenceInst>(instruction).getOrdering()
                 : isa<LoadInst>(instruction)        ? cast<LoadInst>(instruction).getOrdering()
                 : isa<StoreInst>(instruction)       ? cast<StoreInst>(instruction).getOrdering()
                                                     : cast<AtomicRMWInst>(instruction).getOrdering();
    out += std::string(" ") + toIRString(order);
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      out += std::string("/") + toIRString(exchange->getFailureOrdering());
  }
  return out;
}

std::string CanonicalText::TypeText(llvm::Type* type) {
  std::string out;
  AppendType(out, type, true);
  return out;
}

std::string CanonicalText::MemberName(const GetElementPtrInst& address) {
  if (!isa<StructType>(address.getSourceElementType())) return {};
  VariableInfo variable = variables_.Of(&address, 0, false);
  if (variable.kind != facts::VariableKind::kField && variable.kind != facts::VariableKind::kElement) return {};
  if (StringRef(variable.record).ends_with("::lambda")) {
    std::string captured = "lambda";
    for (const Use& index : address.indices())
      if (const auto* number = dyn_cast<ConstantInt>(index)) captured += "." + toString(number->getValue(), 10, true);
    return captured;
  }
  return Marked(facts::kNamedVariable, variable.name);
}

std::string CanonicalText::ConstantText(const llvm::Constant* constant) {
  std::string kept = std::exchange(text_, {});
  Constant(constant);
  return std::exchange(text_, std::move(kept));
}

void CanonicalText::Line(const Instruction& instruction, const DenseMap<const BasicBlock*, unsigned>& numbers) {
  text_ += instruction.getOpcodeName();
  text_ += " ";
  Type(instruction.getType());
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    Call(*call);
  } else if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    if (std::string member = MemberName(*gep); !member.empty()) {
      text_ += " &" + member;
      Operand(gep->getPointerOperand());
      for (const Use& index : gep->indices())
        if (!isa<llvm::Constant>(index)) Operand(index);
    } else {
      text_ += " ";
      Type(gep->getSourceElementType());
      for (const Use& operand : gep->operands()) Operand(operand);
    }
  } else if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
    SmallVector<std::pair<unsigned, const Value*>, 4> incoming;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      incoming.push_back({numbers.lookup(phi->getIncomingBlock(i)), phi->getIncomingValue(i)});
    // Several edges from one block carry the same value.
    llvm::sort(incoming, [](auto& a, auto& b) { return a.first < b.first; });
    for (auto& [block, value] : incoming) Operand(value);
  } else {
    text_ += Details(instruction);
    for (const Use& operand : instruction.operands()) Operand(instruction, operand);
  }
  text_ += "\n";
  // What the line defines is numbered by its use.
}

}  // namespace reweave::compiler
