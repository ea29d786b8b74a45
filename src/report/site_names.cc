#include "report/site_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace reweave {

struct SiteNames::State {
  std::vector<Module> modules;
  const Preamble* preamble = nullptr;
  std::unordered_map<std::uint32_t, SitePosition> cache;
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
  if (const auto located = Locate(state_->modules, site)) {
    position.identity = fmt::format("{}:{}+{}", BaseName(located->module->path),
                                    kClassNames[static_cast<int>(located->site_class)], located->index);
  }
  return state_->cache.emplace(site, std::move(position)).first->second;
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

}  // namespace reweave
