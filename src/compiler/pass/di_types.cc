#include "compiler/pass/di_types.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

namespace reweave::compiler {

using namespace llvm;

namespace {

// C names its records by typedefs: `typedef struct { ... } list_t`. Learnt whenever such a typedef is passed.
DenseMap<const DIType*, StringRef>& TypedefNames() {
  static DenseMap<const DIType*, StringRef> names;
  return names;
}

}  // namespace

const DIType* StripType(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (const DIType* base = derived->getBaseType();
        base && derived->getTag() == dwarf::DW_TAG_typedef && isa<DICompositeType>(base) && base->getName().empty())
      TypedefNames().try_emplace(base, derived->getName());
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_member: type = derived->getBaseType(); break;
      default: return type;
    }
  }
  return type;
}

const DIType* PointeeOf(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(StripType(type));
  if (!derived) return nullptr;
  switch (derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: return StripType(derived->getBaseType());
    default: return nullptr;
  }
}

namespace {

// "tuple<(lambda at /home/me/queue.cc:5:17)>": where a type without a name stands is no part of what it is.
std::string WithoutPlaces(StringRef name) {
  std::string out;
  for (std::size_t at; (at = name.find(" at ")) != StringRef::npos;) {
    StringRef head = name.take_front(at);
    const std::size_t open = head.rfind('(');
    const std::size_t close = name.find(')', at);
    const bool place = open != StringRef::npos && close != StringRef::npos && !head.substr(open).contains(')');
    out += head;
    if (!place) out += " at ";
    name = name.drop_front(place ? close : at + 4);
  }
  return out += name;
}

}  // namespace

std::string ScopeName(const DIScope* scope) {
  if (!scope || isa<DIFile>(scope) || isa<DICompileUnit>(scope)) return {};
  if (const auto* space = dyn_cast<DINamespace>(scope)) {
    std::string outer = ScopeName(space->getScope());
    if (space->getExportSymbols() && !space->getName().empty()) return outer;  // inline namespaces are not spelled
    std::string name = space->getName().empty() ? "(anonymous namespace)" : space->getName().str();
    return outer.empty() ? name : outer + "::" + name;
  }
  if (const auto* function = dyn_cast<DISubprogram>(scope)) return FunctionName(function);
  if (const auto* local = dyn_cast<DILocalScope>(scope)) return FunctionName(local->getSubprogram());
  if (const auto* type = dyn_cast<DIType>(scope)) return TypeName(type);
  return {};
}

std::string FunctionName(const DISubprogram* function) {
  const DIScope* scope = function->getScope();
  if (const DISubprogram* declaration = function->getDeclaration()) scope = declaration->getScope();
  std::string outer = ScopeName(scope);
  std::string name = WithoutPlaces(function->getName());
  return outer.empty() ? name : outer + "::" + name;
}

std::string TypeName(const DIType* type) {
  type = StripType(type);
  if (!type) return "void";
  if (const auto* derived = dyn_cast<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_pointer_type: return TypeName(derived->getBaseType()) + "*";
      case dwarf::DW_TAG_reference_type: return TypeName(derived->getBaseType()) + "&";
      case dwarf::DW_TAG_rvalue_reference_type: return TypeName(derived->getBaseType()) + "&&";
      default: return WithoutPlaces(derived->getName());
    }
  }
  if (const auto* composite = dyn_cast<DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type) return TypeName(composite->getBaseType()) + "[]";
    std::string name = WithoutPlaces(composite->getName());
    if (name.empty()) name = TypedefNames().lookup(composite).str();
    if (name.empty()) {
      bool in_function = isa_and_nonnull<DILocalScope>(composite->getScope());
      name = composite->getTag() == dwarf::DW_TAG_union_type ? "(union)" : in_function ? "lambda" : "(struct)";
    }
    std::string outer = ScopeName(composite->getScope());
    return outer.empty() ? name : outer + "::" + name;
  }
  if (isa<DISubroutineType>(type)) return "function";
  return type->getName().str();
}

std::string StructName(const StructType* type) {
  if (!type->hasName()) return {};
  StringRef name = type->getName();
  for (StringRef prefix : {"class.", "struct.", "union."})
    if (name.consume_front(prefix)) break;
  // "Queue.12", "Queue.base", "Queue.base.3"
  for (;;) {
    auto [stem, suffix] = name.rsplit('.');
    if (suffix.empty() || !(suffix == "base" || all_of(suffix, [](char c) { return c >= '0' && c <= '9'; }))) break;
    name = stem;
  }
  return name.str();
}

namespace {

const DIType* ElementType(const DIType* array) { return StripType(cast<DICompositeType>(array)->getBaseType()); }

bool IsArray(const DIType* type) {
  const auto* composite = dyn_cast_or_null<DICompositeType>(type);
  return composite && composite->getTag() == dwarf::DW_TAG_array_type;
}

}  // namespace

const DIType* ElementOf(const DIType* type) {
  type = StripType(type);
  while (IsArray(type)) type = ElementType(type);
  return type;
}

std::uint64_t SizeOf(const DIType* type) { return type ? type->getSizeInBits() / 8 : 0; }

namespace {

std::uint64_t PlaceOf(const DIDerivedType* member) {
  if (member->isBitField())
    if (const auto* storage = dyn_cast_or_null<ConstantInt>(member->getStorageOffsetInBits())) return storage->getZExtValue() / 8;
  return member->getOffsetInBits() / 8;
}

// The member or base class that holds the byte at `offset`. Of several the largest: empty ones share the place of others, and
// a field may lie in the tail padding of a base class.
const DIDerivedType* MemberAt(const DICompositeType* record, std::uint64_t offset) {
  const DIDerivedType* best = nullptr;
  std::uint64_t best_size = 0;
  for (const DINode* node : record->getElements()) {
    const auto* member = dyn_cast<DIDerivedType>(node);
    if (!member || member->isStaticMember() || member->isVirtual()) continue;  // a virtual base has no fixed place
    bool base = member->getTag() == dwarf::DW_TAG_inheritance;
    if (!base && member->getTag() != dwarf::DW_TAG_member) continue;
    const DIType* type = StripType(member->getBaseType());
    std::uint64_t begin = PlaceOf(member), size = SizeOf(type);
    if (offset < begin || offset - begin >= std::max<std::uint64_t>(size, 1) || (size == 0 && !IsArray(type))) continue;
    const auto* inherited = dyn_cast_or_null<DICompositeType>(type);
    if (base && (!inherited || !MemberAt(inherited, offset - begin))) continue;
    if (!best || size > best_size) best = member, best_size = size;
  }
  return best;
}

}  // namespace

MemberPath WalkMembers(const DIType* type, std::uint64_t offset, std::uint64_t size, bool whole) {
  MemberPath path;
  type = StripType(type);
  path.object = ElementOf(type), path.offset = offset;
  for (unsigned depth = 0; depth < 16 && type; ++depth) {
    if (IsArray(type)) {
      if (whole && size != 0 && SizeOf(type) != 0 && size >= SizeOf(type)) break;
      while (IsArray(type)) type = ElementType(type);
      if (SizeOf(type)) path.indices.push_back(offset / SizeOf(type)), offset %= SizeOf(type);
      if (path.steps.empty()) path.array = true, path.offset = offset;
      else path.steps.back().array = true, path.steps.back().rest = offset;
      continue;
    }
    const auto* record = dyn_cast<DICompositeType>(type);
    if (!record || record->getTag() == dwarf::DW_TAG_union_type || record->getTag() == dwarf::DW_TAG_enumeration_type) break;
    if (whole && offset == 0 && (size == 0 || size >= SizeOf(type))) break;
    const DIDerivedType* member = MemberAt(record, offset);
    if (!member) break;
    std::uint64_t begin = member->isBitField() ? offset : member->getOffsetInBits() / 8;
    offset -= begin;
    type = StripType(member->getBaseType());
    if (member->getTag() != dwarf::DW_TAG_inheritance) path.steps.push_back({record, member, false, offset});
  }
  path.leaf = type;
  path.rest = offset;
  return path;
}

const DICompositeType* RecordIndex::Find(const StructType* type) {
  if (!built_) {
    built_ = true;
    DebugInfoFinder finder;
    finder.processModule(module_);
    for (const DIType* candidate : finder.types())
      if (const auto* record = dyn_cast<DICompositeType>(candidate);
          record && !record->isForwardDecl() && record->getTag() != dwarf::DW_TAG_array_type) {
        std::string name = TypeName(record);
        by_name_[StringRef(name).split('<').first].push_back(record);
      }
  }
  auto found = by_name_.find(StructName(type));
  if (found == by_name_.end() || !type->isSized()) return nullptr;
  std::uint64_t size = module_.getDataLayout().getTypeAllocSize(const_cast<StructType*>(type));
  const DICompositeType* match = nullptr;
  for (const DICompositeType* record : found->second) {
    if (record->getSizeInBits() / 8 != size) continue;
    if (match) return nullptr;  // two instances of a template: cannot tell
    match = record;
  }
  return match;
}

}  // namespace reweave::compiler
