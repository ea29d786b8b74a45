#include "findings/site_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "facts/shared_facts.h"
#include "findings/containers.h"
#include "findings/readable_names.h"

namespace reweave::inline findings {

struct SiteNames::State {
  std::vector<Module> modules;
  std::map<std::string, std::shared_ptr<const Facts>> facts;  // by module path; null: has none or they cannot be read
  const Preamble* preamble = nullptr;
  struct Entry {
    SitePosition position;
    Inside inside;
    std::string container, written_in;
    bool library_name = false;
  };
  std::unordered_map<std::uint32_t, Entry> cache;

  const Facts* FactsOf(const std::string& path) {
    auto [entry, is_new] = facts.try_emplace(path);
    if (is_new)
      if (auto read = SharedFacts(path)) entry->second = std::move(*read);
    return entry->second.get();
  }
  const Entry& Of(std::uint32_t site);
};

namespace {
constexpr const char* kClassNames[] = {"access", "call", "branch", "block", "loop"};

struct Located {
  const Module* module;
  std::uint32_t index;
  abi::SiteClass site_class;
};

std::optional<Located> Locate(const std::vector<Module>& modules, std::uint32_t site) {
  const abi::SiteClass site_class = abi::ClassOfSite(site);
  if (site == 0 || site_class >= abi::SiteClass::kCount) return std::nullopt;
  const std::uint32_t low = site & ((1u << abi::kSiteClassShift) - 1);
  for (const Module& module : modules) {
    const auto& range = module.sites[static_cast<int>(site_class)];
    if (low >= range.first && low - range.first < range.count) return Located{&module, low - range.first, site_class};
  }
  return std::nullopt;
}

// Site = (function, block hash, k-th block with that hash, ordinal in the block): survives edits elsewhere.
std::string IdentityOf(const SiteInfo& info) {
  const std::uint32_t block = info.access   ? info.access->block
                              : info.call   ? info.call->block
                              : info.branch ? info.branch->block
                              : info.loop   ? info.loop->block
                                            : info.index;
  const std::uint32_t ordinal = info.access ? info.access->ordinal : info.call ? info.call->ordinal : 0;
  if (block >= info.function->blocks.size()) return {};
  const BlockFacts& facts = info.function->blocks[block];
  return fmt::format("{}:{}:{}.{}.{}", kClassNames[static_cast<int>(info.site_class)], info.function->id,
                     ToHex(facts.hash).substr(0, 16), facts.occurrence, ordinal);
}

// What a lambda captured has the name of the variable.
std::string Shown(const std::string& name) {
  constexpr std::string_view kCaptured = "::lambda::";
  const auto captured = name.rfind(kCaptured);
  return ReadableName(captured == std::string::npos ? name : name.substr(captured + kCaptured.size()));
}

// A value that a container led to has no name but its type: the container says more.
std::string NameOf(const SiteInfo& info) {
  return Shown(info.access && !info.access->inside.holder.empty() ? info.access->inside.holder : info.variable());
}

bool IsOfLibrary(const SiteInfo& info) {
  if (!info.access || !info.access->inside.holder.empty()) return false;
  const Variable& variable = info.access->variable;
  if (variable.name.empty() || IsLibraryName(variable.name)) return true;
  return info.library() &&
         (variable.kind == facts::VariableKind::kHeap || variable.name.starts_with("__") || variable.name == "this[]");
}

std::string ContainerGivenTo(const CallSite& call) {
  const std::string_view name = std::string_view(call.callee_name).substr(0, call.callee_name.find('('));
  if (name.find("std::") == std::string_view::npos || call.object.name.empty() || IsLibraryName(call.object.name)) return {};
  const bool unnamed = call.object.kind == facts::VariableKind::kHeap || call.object.kind == facts::VariableKind::kUnknown;
  return !unnamed && MentionsContainer(name) ? Shown(call.object.name) : std::string();
}

SitePosition FromFacts(const SiteInfo& info) {
  SitePosition out;
  const SourcePosition& at = info.position();
  out.file = at.file;
  out.line = at.line;
  out.column = at.column;
  out.function = ReadableName(info.function_name());
  out.variable = NameOf(info);
  out.identity = IdentityOf(info);
  out.in_library = info.library() && (info.place == nullptr || info.place->user.line == 0);
  return out;
}

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }
}  // namespace

SiteNames::SiteNames() : state_(std::make_unique<State>()) {}
SiteNames::~SiteNames() = default;
SiteNames::SiteNames(SiteNames&&) noexcept = default;
SiteNames& SiteNames::operator=(SiteNames&&) noexcept = default;

void SiteNames::Use(const Trace& trace) {
  if (trace.preamble && trace.preamble.get() == state_->preamble) return;
  auto modules = ModulesOf(trace);
  if (modules.empty()) return;
  state_->modules = std::move(modules);
  state_->preamble = trace.preamble.get();
  state_->cache.clear();
}

const SiteNames::State::Entry& SiteNames::State::Of(std::uint32_t site) {
  if (const auto known = cache.find(site); known != cache.end()) return known->second;
  Entry entry;
  const auto located = Locate(modules, site);
  const Facts* of_module = located ? FactsOf(located->module->path) : nullptr;
  if (const SiteInfo* info = of_module ? of_module->Find(located->site_class, located->index) : nullptr) {
    entry.position = FromFacts(*info);
    entry.library_name = IsOfLibrary(*info);
    if (info->place != nullptr) entry.written_in = info->place->function;
    if (info->access) entry.inside = info->access->inside;
    if (info->call) entry.container = ContainerGivenTo(*info->call);
  } else if (located) {
    entry.position.identity = fmt::format("{}:{}+{}", BaseName(located->module->path),
                                          kClassNames[static_cast<int>(located->site_class)], located->index);
  }
  return cache.emplace(site, std::move(entry)).first->second;
}

const SitePosition& SiteNames::Lookup(std::uint32_t site) const { return state_->Of(site).position; }
const Inside& SiteNames::InsideOf(std::uint32_t site) const { return state_->Of(site).inside; }
bool SiteNames::HasLibraryName(std::uint32_t site) const { return state_->Of(site).library_name; }
const std::string& SiteNames::WrittenIn(std::uint32_t site) const { return state_->Of(site).written_in; }
const std::string& SiteNames::ContainerOf(std::uint32_t call) const { return state_->Of(call).container; }

const SitePosition& SiteNames::PositionOf(const abi::Event& event) const {
  const SitePosition& position = Lookup(event.site);
  const bool elsewhere = event.site == 0 || position.in_library || position.file.empty();
  if (!elsewhere || event.caller == 0) return position;
  const SitePosition& caller = Lookup(event.caller);
  return caller.file.empty() ? position : caller;
}

std::string SiteNames::Describe(std::uint32_t site) const {
  if (site == 0) return "?";
  const SitePosition& position = Lookup(site);
  if (!position.file.empty())
    return position.function.empty() ? PlaceText(position) : PlaceText(position) + " " + position.function;
  return position.identity.empty() ? fmt::format("site {}", site) : position.identity;
}

std::string PlaceText(const SitePosition& position) {
  return position.file.empty() ? "?" : fmt::format("{}:{}", position.file, position.line);
}

}  // namespace reweave::inline findings
