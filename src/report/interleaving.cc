#include "report/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/escape.h"
#include "report/listing.h"

namespace reweave {

namespace {

constexpr std::size_t kMostSteps = 40;
constexpr std::size_t kLeastColumn = 24;

std::string FileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string WhatText(const abi::Event& event, const SiteNames& names, const Summary& summary) {
  const std::string& variable = names.Lookup(event.site).variable;
  std::string text(KindName(event.kind));
  if (!variable.empty()) text += " " + variable;
  const std::string detail = DetailText(event, summary);
  return detail.empty() ? text : text + " " + detail;
}

std::string Cut(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text + std::string(width - text.size(), ' ');
  return text.substr(0, width - 2) + "..";
}

}  // namespace

Interleaving InterleavingOf(const Trace& trace, const SiteNames& names) {
  Interleaving out;
  const Summary summary = Summarize(trace);
  int last = -1;
  for (const abi::Event& event : trace.events) {
    if (!IsPoint(event)) continue;
    const SitePosition& at = names.PositionOf(event);
    std::string place = at.file.empty() ? std::string() : fmt::format("{}:{}", FileName(at.file), at.line);
    std::string what = WhatText(event, names, summary);
    out.switches += last >= 0 && last != event.tid;
    const bool same_line = last == event.tid && !out.steps.empty() && !place.empty() && out.steps.back().place == place;
    last = event.tid;
    if (same_line) out.steps.back().what += ", " + what;
    else out.steps.push_back({event.tid, std::move(place), std::move(what)});
  }
  if (out.steps.size() > kMostSteps) {
    out.left_out = out.steps.size() - kMostSteps;
    out.steps.erase(out.steps.begin(), out.steps.begin() + static_cast<std::ptrdiff_t>(out.left_out));
  }
  std::map<std::uint32_t, std::uint32_t> columns;  // only of threads that are shown, in their order
  for (const InterleavingStep& step : out.steps) columns.try_emplace(step.thread);
  for (auto& [tid, column] : columns) {
    column = static_cast<std::uint32_t>(out.threads.size());
    out.threads.push_back(summary.PathOf(static_cast<std::uint16_t>(tid)));
  }
  for (InterleavingStep& step : out.steps) step.thread = columns[step.thread];
  return out;
}

std::string RenderInterleaving(const Interleaving& interleaving, std::size_t width) {
  if (interleaving.steps.empty()) return {};
  const std::size_t threads = interleaving.threads.size();
  const std::size_t column = std::min<std::size_t>((width - std::min<std::size_t>(width, 2)) / threads, 60);
  const bool side_by_side = threads > 1 && column >= kLeastColumn;
  std::string out = fmt::format("  the threads take turns like this ({} switch{}):\n", interleaving.switches,
                                interleaving.switches == 1 ? "" : "es");
  const auto line = [&](const auto& cell) {
    std::string text = "  ";
    for (std::size_t i = 0; i < threads; ++i) text += Cut(cell(i), column - 1) + " ";
    while (text.ends_with(' ')) text.pop_back();
    out += text + "\n";
  };
  if (side_by_side) line([&](std::size_t i) { return "thread " + interleaving.threads[i]; });
  if (interleaving.left_out > 0) out += fmt::format("  ... {} earlier steps\n", interleaving.left_out);
  for (const InterleavingStep& step : interleaving.steps) {
    const std::string text = EscapeLine(step.place.empty() ? step.what : step.place + " " + step.what);
    if (side_by_side) line([&](std::size_t i) { return i == step.thread ? text : std::string(); });
    else out += fmt::format("  thread {:<8} {}\n", interleaving.threads[step.thread], text);
  }
  return out;
}

}  // namespace reweave
