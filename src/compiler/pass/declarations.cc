#include "compiler/pass/declarations.h"

#include <map>

#include "compiler/pass/encoder.h"
#include "compiler/pass/flows.h"
#include "compiler/pass/unit_options.h"
#include "facts/named_text.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

struct Qualified {
  std::string type;
  std::uint32_t flags = 0;
};

// Qualifiers of the variable itself; those behind a pointer are part of the type's name.
// How many elements an array has. Their size is not part of it: another alignment or a new field makes it no other array.
std::uint64_t ElementCount(const DICompositeType* array) {
  std::uint64_t count = 1;
  for (const DINode* element : array->getElements())
    if (const auto* range = dyn_cast<DISubrange>(element))
      if (const auto* number = dyn_cast_if_present<ConstantInt*>(range->getCount())) count *= number->getZExtValue();
  return count;
}

Qualified Describe(const DIType* type) {
  Qualified out;
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_const_type) out.flags |= facts::kVariableConst;
    else if (derived->getTag() == dwarf::DW_TAG_volatile_type) out.flags |= facts::kVariableVolatile;
    else if (derived->getTag() != dwarf::DW_TAG_typedef && derived->getTag() != dwarf::DW_TAG_atomic_type) break;
    type = derived->getBaseType();
  }
  out.type = TypeName(type);
  if (const auto* array = dyn_cast_or_null<DICompositeType>(type); array && array->getTag() == dwarf::DW_TAG_array_type)
    out.type += "/" + std::to_string(ElementCount(array));
  return out;
}

// What a global holds before anything runs, member by member: two versions of an initialiser differ in the members that differ,
// whatever the layout. Zeros are left out, as a member that is not named is zero.
class InitialMembers {
 public:
  using Member = std::pair<std::string, std::string>;  // record, field; both "" for what is in no record of the project's

  InitialMembers(const DataLayout& layout, const DIType* type, CanonicalText& canonical, SourcePaths& paths)
      : layout_(layout), type_(type), canonical_(canonical), paths_(paths) {}

  std::map<Member, std::string> Run(const Constant* initial) {
    Walk(initial, 0);
    return std::move(texts_);
  }

 private:
  void Walk(const Constant* constant, std::uint64_t offset) {
    if (constant->isNullValue() || isa<UndefValue>(constant)) return;
    if (const auto* record = dyn_cast<ConstantStruct>(constant)) {
      const StructLayout* fields = layout_.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i) Walk(record->getOperand(i), offset + fields->getElementOffset(i));
    } else if (isa<ConstantArray>(constant)) {
      const std::uint64_t size = layout_.getTypeAllocSize(constant->getOperand(0)->getType());
      for (unsigned i = 0; i < constant->getNumOperands(); ++i) Walk(cast<Constant>(constant->getOperand(i)), offset + i * size);
    } else {
      Leaf(constant, offset);
    }
  }

  // A run of numbers is one leaf.
  void Leaf(const Constant* constant, std::uint64_t offset) {
    const MemberPath path = WalkMembers(type_, offset, 0, false);
    Member member;
    for (const MemberStep& step : path.steps) {
      if (!step.record->getFile() || paths_.IsSystem(step.record->getFile())) break;
      member = {TypeName(step.record), step.member->getName().str()};
    }
    if (StringRef(member.second).starts_with("_vptr")) return;  // tables of virtual functions are compared by themselves
    std::string& text = texts_[member];
    for (std::uint64_t index : path.indices) text += "[" + std::to_string(index) + "]";
    text += "+" + std::to_string(path.rest) + ":" + canonical_.ConstantText(constant) + ";";
  }

  const DataLayout& layout_;
  const DIType* type_;
  CanonicalText& canonical_;
  SourcePaths& paths_;
  std::map<Member, std::string> texts_;
};

class Declarations {
 public:
  Declarations(Module& module, Variables& variables, CanonicalText& canonical, SourcePaths& paths)
      : module_(module), variables_(variables), canonical_(canonical), paths_(paths) {}

  std::string Run() {
    Globals();
    Records();
    Encoder part(strings_);
    part.Number(globals_.size());
    for (const auto& [name, item] : globals_) part.Item(item);
    part.Number(records_.size());
    for (const auto& [name, item] : records_) part.Item(item);
    Units(part);
    Encoder tables = EncodeTables(module_, canonical_, paths_, strings_), data = Data();
    Encoder strings(strings_);
    strings.Number(strings_.strings().size());
    for (const std::string& text : strings_.strings()) {
      strings.Number(text.size());
      strings.Raw(text);
    }
    std::string body;
    for (auto [tag, bytes] :
         {std::pair{facts::Tag::kStrings, &strings.bytes()}, std::pair{facts::Tag::kDeclarations, &part.bytes()},
          std::pair{facts::Tag::kTables, &tables.bytes()}, std::pair{facts::Tag::kData, &data.bytes()}}) {
      PutWord(body, static_cast<std::uint32_t>(tag));
      PutWord(body, static_cast<std::uint32_t>(bytes->size()));
      body += *bytes;
    }
    body.resize((body.size() + 7) / 8 * 8);
    return body;
  }

 private:
  // Another compiler, language version or set of macros makes other code of the same source.
  void Units(Encoder& part) {
    auto units = module_.debug_compile_units();
    const auto count = std::distance(units.begin(), units.end());
    part.Number(std::max<std::ptrdiff_t>(count, 1));
    for (const DICompileUnit* unit : units) Unit(part, unit);
    if (count == 0) Unit(part, nullptr);  // it must not be overlooked that nothing in it has a line or a name
  }

  void Unit(Encoder& part, const DICompileUnit* unit) {
    Encoder item(strings_);
    item.String(unit ? paths_.Path(unit->getFile()) : paths_.unit_path());
    item.String(unit ? unit->getProducer() : "");
    item.String(unit ? dwarf::LanguageString(unit->getSourceLanguage()) : "");
    const UnitOptions options = OptionsOf(unit);
    item.String(options.standard);
    item.Number(options.others.size());
    for (const std::string& option : options.others) item.String(paths_.WithoutPlace(option));
    part.Item(item);
  }

  void Globals() {
    for (GlobalVariable& global : module_.globals()) {
      SmallVector<DIGlobalVariableExpression*, 1> expressions;
      global.getDebugInfo(expressions);
      if (expressions.empty() || !global.hasInitializer()) continue;
      const DIGlobalVariable* variable = expressions.front()->getVariable();
      if (!variable->getFile() || paths_.IsSystem(variable->getFile())) continue;
      Qualified about = Describe(variable->getType());
      if (global.isThreadLocal()) about.flags |= facts::kVariableThreadLocal;
      std::string record;
      if (const auto* member = dyn_cast_or_null<DIDerivedType>(variable->getRawStaticDataMemberDeclaration()))
        if (const auto* owner = dyn_cast_or_null<DIType>(member->getScope()))
          record = TypeName(owner), about.flags |= facts::kVariableStatic;
      std::string name = variables_.GlobalName(global);
      Encoder item(strings_);
      item.String(name);
      item.String(record);
      item.String(variable->getName());
      item.String(about.type);
      item.String(paths_.Path(variable->getFile()));
      item.Number(variable->getLine());
      item.Number(about.flags);
      const TextParts initial = Parts(canonical_.ConstantText(global.getInitializer()));
      PutHash(item, facts::NamedHash(HashOf(initial.bare), initial.names, false).Get());
      const auto members =
          InitialMembers(module_.getDataLayout(), variable->getType(), canonical_, paths_).Run(global.getInitializer());
      item.Number(members.size());
      for (const auto& [member, text] : members) {
        item.String(member.first);
        item.String(member.second);
        const TextParts value = Parts(text);
        item.Word(facts::NamedHash(HashOf(value.bare), value.names, false).Word());
      }
      PutParts(item, initial);
      for (const auto& [member, text] : members) PutParts(item, Parts(text));
      globals_.try_emplace(name, std::move(item));
    }
  }

  static void PutHash(Encoder& out, const Hash& hash) { out.Raw({reinterpret_cast<const char*>(hash.data()), hash.size()}); }
  // What a hash was made of.
  static void PutParts(Encoder& out, const TextParts& parts) {
    PutHash(out, HashOf(parts.bare));
    out.Number(parts.names.size());
    for (const std::string& name : parts.names) out.String(name);
  }

  // What the program holds besides declared variables: tables of virtual functions, the order of constructors, aliases. Private
  // data is compared where it is used.
  Encoder Data() {
    std::map<std::string, std::string> texts;
    for (const GlobalVariable& global : module_.globals()) {
      SmallVector<DIGlobalVariableExpression*, 1> expressions;
      global.getDebugInfo(expressions);
      const StringRef name = global.getName();
      if (!expressions.empty() || !global.hasInitializer() || global.hasPrivateLinkage() || name.starts_with("__reweave") ||
          name.starts_with(".") || name.starts_with("_ZTS") || name.starts_with("_ZTI") ||
          (name.starts_with("llvm.") && name != "llvm.global_ctors" && name != "llvm.global_dtors"))
        continue;
      const bool local = global.hasLocalLinkage() || name.starts_with("llvm.");
      texts[local ? (name + "@" + paths_.unit_path()).str() : name.str()] = canonical_.ConstantText(global.getInitializer());
    }
    for (const GlobalAlias& alias : module_.aliases()) texts[alias.getName().str()] = canonical_.ConstantText(alias.getAliasee());
    for (const GlobalIFunc& choice : module_.ifuncs())
      texts[choice.getName().str()] = canonical_.ConstantText(choice.getResolver());
    if (!module_.getModuleInlineAsm().empty()) texts["assembly@" + paths_.unit_path()] = module_.getModuleInlineAsm();
    Encoder out(strings_);
    out.Number(texts.size());
    for (const auto& [name, text] : texts) {
      Encoder item(strings_);
      const TextParts parts = Parts(text);
      item.String(name);
      PutHash(item, facts::NamedHash(HashOf(parts.bare), parts.names, false).Get());
      PutParts(item, parts);
      out.Item(item);
    }
    return out;
  }

  void Records() {
    DebugInfoFinder finder;
    finder.processModule(module_);
    for (const DIType* type : finder.types()) {
      const auto* record = dyn_cast<DICompositeType>(type);
      if (!record || record->isForwardDecl() || !record->getFile() || paths_.IsSystem(record->getFile())) continue;
      const bool enumeration = record->getTag() == dwarf::DW_TAG_enumeration_type && !record->getName().empty();
      if (record->getTag() != dwarf::DW_TAG_structure_type && record->getTag() != dwarf::DW_TAG_class_type &&
          record->getTag() != dwarf::DW_TAG_union_type && !enumeration)
        continue;
      Encoder item(strings_);
      std::string name = TypeName(record);
      item.String(name);
      item.String(paths_.Path(record->getFile()));
      item.Number(record->getLine());
      SmallVector<const DIDerivedType*, 8> fields, bases;
      SmallVector<StringRef, 8> methods;
      for (const DINode* element : record->getElements()) {
        if (const auto* method = dyn_cast<DISubprogram>(element); method && !method->getLinkageName().empty())
          methods.push_back(method->getLinkageName());
        if (const auto* member = dyn_cast<DIDerivedType>(element)) {
          if (member->getTag() == dwarf::DW_TAG_inheritance) bases.push_back(member);
          else if (member->getTag() == dwarf::DW_TAG_member || member->getTag() == dwarf::DW_TAG_variable)
            fields.push_back(member);
        }
      }
      item.Number(bases.size() + enumeration);
      if (enumeration) item.String("(enumeration)");
      for (const DIDerivedType* base : bases) item.String(TypeName(base->getBaseType()));
      item.Number(fields.size());
      for (const DIDerivedType* field : fields) {
        Qualified about = Describe(field->getBaseType());
        if (field->isStaticMember()) about.flags |= facts::kVariableStatic;
        item.String(field->getName());
        item.String(about.type);
        item.Number(field->getLine());
        item.Number(about.flags);
      }
      item.Number(methods.size());
      for (StringRef method : methods) item.String(method);
      records_.try_emplace(name, std::move(item));
    }
  }

  Module& module_;
  Variables& variables_;
  CanonicalText& canonical_;
  SourcePaths& paths_;
  StringTable strings_;
  std::map<std::string, Encoder> globals_, records_;
};

}  // namespace

std::string EncodeDeclarations(Module& module, Variables& variables, CanonicalText& canonical, SourcePaths& paths) {
  return Declarations(module, variables, canonical, paths).Run();
}

}  // namespace reweave::compiler
