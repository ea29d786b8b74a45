#include "report/source_excerpts.h"

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "base/file.h"

namespace reweave::inline report {

namespace {

// Paths come from debug information: nothing outside of the sources is shown.
bool Inside(const std::string& file) {
  return !file.empty() && !file.starts_with('/') && !file.starts_with("../") && file.find("/../") == std::string::npos;
}

using Wanted = std::map<std::string, std::set<unsigned>>;

void Want(const Finding& f, Wanted& out) {
  for (const FindingSite& site : f.sites) out[site.position.file].insert(site.position.line);
  for (const auto* list : {&f.interleaving.steps, &f.interleaving.waiting})
    for (const InterleavingStep& step : *list) out[step.file].insert(step.line);
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::vector<SourceExcerpt> Excerpts(std::string_view text, const std::set<unsigned>& wanted, const SourceLimits& limits) {
  const std::vector<std::string_view> lines = Lines(text);
  const auto count = static_cast<unsigned>(lines.size());
  std::vector<std::pair<unsigned, unsigned>> ranges;  // first, last
  if (lines.size() <= limits.whole_file) ranges.emplace_back(1, count);
  else
    for (const unsigned line : wanted) {
      if (line == 0 || line > count) continue;
      const unsigned first = line > limits.around ? line - limits.around : 1, last = std::min(count, line + limits.around);
      if (!ranges.empty() && first <= ranges.back().second + 1) ranges.back().second = last;
      else ranges.emplace_back(first, last);
    }
  std::vector<SourceExcerpt> out;
  for (const auto& [first, last] : ranges) {
    SourceExcerpt excerpt{.first = first, .text = {}};
    for (unsigned line = first; line <= last; ++line) {
      excerpt.text += EscapeBlock(lines[line - 1]);
      if (line < last) excerpt.text += '\n';
    }
    out.push_back(std::move(excerpt));
  }
  return out;
}

}  // namespace

SourceFiles CollectSources(const CheckResult& result, const SourceLimits& limits) {
  Wanted wanted;
  for (const CheckedTest& test : result.tests) {
    for (const CheckedFinding& f : test.findings) Want(f.finding, wanted);
    for (const Finding& f : test.fixed) Want(f, wanted);
    for (const Finding& f : test.timing) Want(f, wanted);
    for (const TechniqueReport& report : test.techniques)
      for (const TechniqueReport::Table& table : report.tables)
        for (const auto& row : table.rows)
          for (const TechniqueReport::Cell& cell : row)
            if (cell.line != 0) wanted[cell.file].insert(cell.line);
  }
  SourceFiles out;
  std::size_t bytes = 0;
  for (auto& [file, lines] : wanted) {
    if (!Inside(file)) continue;
    if (const auto changed = result.change.lines.find(file); changed != result.change.lines.end())
      lines.insert(changed->second.begin(), changed->second.end());
    for (const std::string& root : {result.head.source, result.base.source, result.top}) {
      if (root.empty()) continue;
      const auto text = ReadFile(root + "/" + file, "cannot read source");
      if (!text || text->find('\0') != std::string::npos) continue;
      auto excerpts = Excerpts(*text, lines, limits);
      std::size_t size = 0;
      for (const SourceExcerpt& e : excerpts) size += e.text.size();
      if (bytes + size > limits.bytes) break;
      bytes += size;
      out[file] = std::move(excerpts);
      break;
    }
  }
  return out;
}

}  // namespace reweave::inline report
