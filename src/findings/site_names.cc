#include "findings/site_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "facts/shared_facts.h"
#include "findings/readable_names.h"

namespace reweave::inline findings {

struct SiteNames::State {
  std::vector<Module> modules;
  std::map<std::string, std::shared_ptr<const Facts>> facts;  // by module path; null: has none or they cannot be read
  const Preamble* preamble = nullptr;
  std::unordered_map<std::uint32_t, SitePosition> cache;

  const Facts* FactsOf(const std::string& path) {
    auto [entry, is_new] = facts.try_emplace(path);
    if (is_new)
      if (auto read = SharedFacts(path)) entry->second = std::move(*read);
    return entry->second.get();
  }
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

SitePosition FromFacts(const SiteInfo& info) {
  SitePosition out;
  const SourcePosition& at = info.position();
  out.file = at.file;
  out.line = at.line;
  out.column = at.column;
  out.function = ReadableName(info.function_name());
  out.variable = ReadableName(info.variable());
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

const SitePosition& SiteNames::Lookup(std::uint32_t site) const {
  if (const auto known = state_->cache.find(site); known != state_->cache.end()) return known->second;
  SitePosition position;
  const auto located = Locate(state_->modules, site);
  const Facts* facts = located ? state_->FactsOf(located->module->path) : nullptr;
  if (const SiteInfo* info = facts ? facts->Find(located->site_class, located->index) : nullptr) {
    position = FromFacts(*info);
  } else if (located) {
    position.identity = fmt::format("{}:{}+{}", BaseName(located->module->path),
                                    kClassNames[static_cast<int>(located->site_class)], located->index);
  }
  return state_->cache.emplace(site, std::move(position)).first->second;
}

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
