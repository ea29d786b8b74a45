#include "check/nearness.h"

#include <algorithm>
#include <cctype>

namespace reweave::inline check {

namespace {

constexpr unsigned kFarthest = 20;  // calls

// "suite/recv time-out" -> "recv_time_out": how a function for it is likely to be named.
std::string OwnName(std::string_view test) {
  const auto slash = test.find_last_of("/.");
  if (slash != std::string_view::npos && slash + 1 < test.size()) test.remove_prefix(slash + 1);
  std::string out;
  for (const char c : test) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return out;
}

}  // namespace

std::vector<NearFunction> FunctionsNear(const Facts& facts, const std::set<std::string>& changed_ids) {
  const auto& functions = facts.functions();
  std::map<std::string_view, std::vector<std::size_t>> direct, by_signature;
  std::map<std::uint32_t, std::vector<std::size_t>> by_slot;
  for (std::size_t i = 0; i < functions.size(); ++i)
    for (const CallSite& call : functions[i].calls) {
      auto& callers = call.kind == facts::CalleeKind::kDirect    ? direct[call.callee]
                      : call.kind == facts::CalleeKind::kVirtual ? by_slot[call.slot]
                                                                 : by_signature[call.signature];
      if (callers.empty() || callers.back() != i) callers.push_back(i);
    }
  std::vector<unsigned> calls(functions.size(), kFarthest + 1);
  std::vector<std::size_t> queue;
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (changed_ids.contains(functions[i].id)) calls[i] = 0, queue.push_back(i);
  const auto reach = [&](const std::vector<std::size_t>& callers, unsigned distance) {
    for (const std::size_t caller : callers)
      if (distance < calls[caller]) calls[caller] = distance, queue.push_back(caller);
  };
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const FunctionFacts& f = functions[queue[next]];
    const unsigned distance = calls[queue[next]] + 1;
    if (distance > kFarthest) continue;
    if (const auto found = direct.find(f.id); found != direct.end()) reach(found->second, distance);
    if (f.virtual_slot >= 0) {
      if (const auto found = by_slot.find(static_cast<std::uint32_t>(f.virtual_slot)); found != by_slot.end())
        reach(found->second, distance);
    } else if (const auto found = by_signature.find(f.signature); found != by_signature.end()) {
      reach(found->second, distance);
    }
  }
  std::vector<NearFunction> out;
  for (const std::size_t i : queue) out.push_back({functions[i].pretty, functions[i].position.file, calls[i]});
  return out;
}

std::optional<unsigned> NearnessOf(std::string_view test, const std::string& main_file, const std::vector<NearFunction>& near) {
  const std::string own = OwnName(test);
  for (const NearFunction& f : near)
    if (own.size() > 2 && f.name.find(own) != std::string::npos) return f.calls;
  for (const NearFunction& f : near)
    if (!main_file.empty() && f.file == main_file) return f.calls;
  return std::nullopt;
}

}  // namespace reweave::inline check
