#include "facts/reader.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <unordered_set>

#include "base/coding.h"
#include "base/file.h"
#include "base/mapped_file.h"
#include "facts/build_key.h"
#include "facts/elf_file.h"
#include "facts/record.h"

namespace reweave::inline facts {

const SourcePosition& SiteInfo::position() const {
  if (!place) return function->position;
  if (place->user.line != 0) return place->user;
  return place->at;
}

const std::string& SiteInfo::function_name() const {
  if (!place) return function->pretty;
  if (place->user.line != 0 && !place->user_function.empty()) return place->user_function;
  return place->function.empty() ? function->pretty : place->function;
}

std::string SiteInfo::variable() const {
  if (access) return access->variable.name;
  if (call && call->operation != facts::Operation::kNone) return call->object.name;
  return {};
}

namespace {

// What each list is sorted by; of those that are alike in it one is kept.
auto GlobalKey(const GlobalFacts& g) { return std::tie(g.name, g.position.file, g.type, g.flags, g.initial); }
auto RecordKey(const RecordFacts& r) { return std::tie(r.name, r.position.file, r.position.line); }
const std::string& TableKey(const TableFacts& t) { return t.name; }
auto DataKey(const DataFacts& d) { return std::tie(d.name, d.hash); }

}  // namespace

class FactsBuilder {
 public:
  FactsBuilder(const ElfFile& file, const std::string& name) : file_(file), name_(name) {}

  Result<Facts> Run(const ElfSection& section) {
    std::string_view bytes = file_.Bytes(section);
    for (std::uint64_t at = 0; at < bytes.size();) {
      Decoder header(bytes.substr(at), section.offset + at);
      std::uint32_t magic = header.Fixed32();
      std::uint32_t size = header.Fixed32();
      if (header.ok() && magic == 0 && size == 0) {
        at += 8;
        continue;
      }  // the linker's padding
      std::uint32_t versions = header.Fixed32();
      header.Fixed32();
      if (!header.ok() || magic != facts::kRecordMagic) return Bad(section.offset + at, "no record starts here");
      if ((versions & 0xffff) != facts::kFactsVersion)
        return Bad(section.offset + at + 8, "facts of version " + std::to_string(versions & 0xffff) + ", this reweave reads " +
                                                std::to_string(facts::kFactsVersion));
      std::uint32_t header_size = versions >> 16;
      if (header_size < facts::kRecordHeaderSize || size < header_size || size > bytes.size() - at || size % 8 != 0)
        return Bad(section.offset + at + 4, "a record reaches beyond its section");
      auto record =
          DecodeRecordBody(bytes.substr(at + header_size, size - header_size), section.offset + at + header_size, name_);
      if (!record) return std::unexpected(std::move(record).error());
      if (record->function.id.empty()) {
        std::ranges::move(record->globals, std::back_inserter(facts_.globals_));
        std::ranges::move(record->records, std::back_inserter(facts_.records_));
        for (UnitFacts& unit : record->units) {
          units_.push_back(unit.path);
          facts_.units_.push_back(std::move(unit));
        }
        std::ranges::move(record->tables, std::back_inserter(facts_.tables_));
        std::ranges::move(record->data, std::back_inserter(facts_.data_));
      } else {
        RW_TRY(Guards(header, section.address + at + 16, record->function));
        facts_.functions_.push_back(std::move(record->function));
      }
      at += size;
    }
    DropOverridden();
    // Variants of one id (an inline function that differs between objects) are kept, in a fixed order.
    std::ranges::sort(facts_.functions_, {}, [](const FunctionFacts& f) { return std::tie(f.id, f.hash, f.first_guard); });
    Unite(facts_.globals_, GlobalKey);
    Unite(facts_.records_, RecordKey);
    Unite(facts_.units_, [](const UnitFacts& u) -> const UnitFacts& { return u; });
    Unite(facts_.tables_, TableKey);
    Unite(facts_.data_, DataKey);
    RW_TRY(IndexSites());
    facts_.build_key_ = BuildKey(file_);
    ReadLinking();
    return std::move(facts_);
  }

 private:
  // What the linker did with weak functions: one that is defined without "weak" runs in their place, else the first of them.
  void DropOverridden() {
    std::map<std::string_view, const FunctionFacts*> runs;
    for (const FunctionFacts& f : facts_.functions_) {
      const auto [entry, first] = runs.try_emplace(f.id, &f);
      if (!first && (entry->second->flags & facts::kFunctionWeak) != 0 && (f.flags & facts::kFunctionWeak) == 0)
        entry->second = &f;
    }
    std::vector<bool> dropped;
    dropped.reserve(facts_.functions_.size());
    for (const FunctionFacts& f : facts_.functions_)
      dropped.push_back((f.flags & facts::kFunctionWeak) != 0 && runs.at(f.id) != &f);
    std::vector<FunctionFacts> kept;
    for (std::size_t i = 0; i < dropped.size(); ++i)
      if (!dropped[i]) kept.push_back(std::move(facts_.functions_[i]));
    facts_.functions_ = std::move(kept);
  }

  void ReadLinking() {
    std::unordered_set<std::string_view> known;
    for (const FunctionFacts& f : facts_.functions_) known.insert(f.mangled);
    for (const GlobalFacts& g : facts_.globals_) known.insert(g.name), known.insert(g.variable);
    for (const DataFacts& d : facts_.data_) known.insert(std::string_view(d.name).substr(0, d.name.find('@')));
    facts_.linked_ = ReadLinked(file_, [&](std::string_view symbol) { return known.contains(symbol); });
    facts_.linked_.units = std::move(units_);
  }

  // Many units see the same header.
  template <typename T, typename Key>
  static void Unite(std::vector<T>& list, Key key) {
    std::ranges::sort(list, {}, key);
    auto rest = std::ranges::unique(list, {}, key);
    list.erase(rest.begin(), rest.end());
  }

  std::unexpected<Error> Bad(std::uint64_t offset, std::string why) const {
    return Fail(ErrorCategory::kUsage, "cannot read facts", name_ + ", byte " + std::to_string(offset), std::move(why),
                "rebuild it with this version's reweave-c++");
  }

  // Each reference is the distance from its own place to the function's first guard.
  Result<void> Guards(Decoder& header, std::uint64_t address, FunctionFacts& out) {
    std::array<std::uint32_t, 5> references{};
    std::uint64_t at = header.offset();
    for (auto& reference : references) reference = header.Fixed32();
    for (int i = 0; i < 5; ++i) {
      out.guard_count[i] = header.Fixed32();
      if (!header.ok()) return Bad(header.offset(), "the file ends within a record");
      if (out.guard_count[i] == 0) continue;
      const ElfSection* section = file_.Find(facts::kGuardSections[i]);
      std::uint64_t target =
          address + 4 * i + static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(references[i])));
      std::uint64_t distance = section ? target - section->address : 0;
      if (!section || distance % 4 != 0 || distance > section->size || (section->size - distance) / 4 < out.guard_count[i])
        return Bad(at + 4 * i, "a reference that leads out of its guard section");
      out.first_guard[i] = static_cast<std::uint32_t>(distance / 4);
    }
    return {};
  }

  Result<void> IndexSites() {
    for (int i = 0; i < 5; ++i)
      if (const ElfSection* section = file_.Find(facts::kGuardSections[i])) {
        // More guards than any function claims: a damaged header must not make us allocate gigabytes.
        std::uint64_t claimed = 0;
        for (const FunctionFacts& function : facts_.functions_)
          claimed = std::max<std::uint64_t>(claimed, std::uint64_t{function.first_guard[i]} + function.guard_count[i]);
        facts_.sites_[i].resize(std::min<std::uint64_t>(section->size / 4, claimed));
      }
    for (const FunctionFacts& function : facts_.functions_) {
      Put(function, abi::SiteClass::kAccess, function.accesses, &SiteInfo::access);
      Put(function, abi::SiteClass::kBranch, function.branches, &SiteInfo::branch);
      Put(function, abi::SiteClass::kBlock, function.blocks, &SiteInfo::block);
      Put(function, abi::SiteClass::kLoop, function.loops, &SiteInfo::loop);
      for (std::uint32_t i = 0; i < function.calls.size(); ++i)
        if (SiteInfo* site = Slot(function, abi::SiteClass::kCall, function.calls[i].guard, i)) {
          site->call = &function.calls[i];
          site->place = &function.calls[i].place;
        }
    }
    return {};
  }

  SiteInfo* Slot(const FunctionFacts& function, abi::SiteClass cls, std::uint32_t guard, std::uint32_t index) {
    auto& sites = facts_.sites_[static_cast<int>(cls)];
    if (guard >= function.guard_count[static_cast<int>(cls)]) return nullptr;
    std::uint64_t at = std::uint64_t{function.first_guard[static_cast<int>(cls)]} + guard;
    if (at >= sites.size()) return nullptr;
    sites[at] = SiteInfo{};
    sites[at].site_class = cls;
    sites[at].function = &function;
    sites[at].index = index;
    return &sites[at];
  }

  template <typename T>
  void Put(const FunctionFacts& function, abi::SiteClass cls, const std::vector<T>& list, const T* SiteInfo::* member) {
    for (std::uint32_t i = 0; i < list.size(); ++i)
      if (SiteInfo* site = Slot(function, cls, i, i)) {
        site->*member = &list[i];
        site->place = &list[i].place;
      }
  }

  const ElfFile& file_;
  const std::string& name_;
  std::vector<std::string> units_;  // in the order of the objects
  Facts facts_;
};

Facts Facts::Edited(const std::function<void(Lists)>& edit) const {
  Facts out;
  out.functions_ = functions_, out.globals_ = globals_, out.records_ = records_, out.units_ = units_;
  out.tables_ = tables_, out.data_ = data_, out.linked_ = linked_, out.sites_ = sites_, out.build_key_ = build_key_;
  edit({out.functions_, out.globals_, out.records_, out.tables_, out.data_});
  std::ranges::sort(out.globals_, {}, GlobalKey);
  std::ranges::sort(out.records_, {}, RecordKey);
  std::ranges::sort(out.tables_, {}, TableKey);
  std::ranges::sort(out.data_, {}, DataKey);
  for (auto& sites : out.sites_)
    for (SiteInfo& site : sites) {
      if (!site.function) continue;
      const FunctionFacts& f = out.functions_[static_cast<std::size_t>(site.function - functions_.data())];
      const bool placed = site.place != nullptr;
      site.function = &f;
      const auto move = [&](auto*& item, const auto& list) {
        if (!item) return;
        item = &list[site.index];
        if (placed) site.place = &item->place;
      };
      move(site.access, f.accesses);
      move(site.call, f.calls);
      move(site.branch, f.branches);
      move(site.block, f.blocks);
      move(site.loop, f.loops);
    }
  return out;
}

const SiteInfo* Facts::Find(abi::SiteClass cls, std::uint32_t index) const {
  if (cls >= abi::SiteClass::kCount) return nullptr;
  const auto& sites = sites_[static_cast<int>(cls)];
  return index < sites.size() && sites[index].function ? &sites[index] : nullptr;
}

const FunctionFacts* Facts::FindFunction(std::string_view id) const {
  auto found = std::ranges::lower_bound(functions_, id, {}, [](const FunctionFacts& f) { return std::string_view(f.id); });
  return found != functions_.end() && found->id == id ? &*found : nullptr;
}

Result<Facts> ParseFacts(std::span<const std::byte> bytes, const std::string& name) {
  RW_ASSIGN(ElfFile file, ElfFile::Parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name));
  const ElfSection* section = file.Find(facts::kFactsSection);
  if (!section)
    return Fail(ErrorCategory::kTarget, "no facts", name, "it was not built with reweave-c++ or reweave-cc",
                "build it with CXX=reweave-c++ CC=reweave-cc");
  return FactsBuilder(file, name).Run(*section);
}

bool HasFacts(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const auto mapped = MappedFile::Open(path, "");
  if (!mapped) return false;
  const auto file = ElfFile::Parse(mapped->bytes(), path);
  return file && file->Find(facts::kFactsSection) != nullptr;
}

Result<Facts> ReadFacts(const std::string& path) {
  RW_ASSIGN(std::string bytes, ReadFile(path, "cannot read facts"));
  return ParseFacts(std::as_bytes(std::span(bytes.data(), bytes.size())), path);
}

}  // namespace reweave::inline facts
