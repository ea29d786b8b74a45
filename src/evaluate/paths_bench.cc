#include "evaluate/paths_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "base/interrupt.h"
#include "evaluate/subjects.h"
#include "explore/explorer.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

namespace {

// Table V of the publication; tests: by thread pairs (0: without end), and by the method.
struct Published {
  const char* name;
  std::uint64_t branches, affected, tpair, paths;
};
constexpr Published kPublished[] = {{"commons_pool", 17, 1, 23, 2},
                                    {"jtelnet", 329, 0, 66, 0},
                                    {"jnetmap", 31, 1, 0, 5},
                                    {"jobo", 121665, 1, 0, 2},
                                    {"derby", 14164, 29, 1453539, 58}};

std::vector<std::string> SourcesOf(const fs::path& folder) {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".cc" || entry.path().extension() == ".c") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

Result<std::string> Build(const std::vector<std::string>& sources, const std::string& name, const PathsBenchOptions& bench) {
  std::error_code ignored;
  fs::create_directories(bench.work_dir, ignored);
  const std::string program = bench.work_dir + "/" + name;
  std::vector<std::string> command = {bench.driver, "-std=c++20", "-O1", "-g", "-pthread", "-Wno-deprecated-declarations"};
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"-o", program});
  RW_TRY(Compile(std::move(command), program));
  return program;
}

Result<PathsSearch> Search(const std::string& program, const char* strategy, const PathsBenchOptions& bench, PathsRow& row) {
  ExploreOptions options;
  RW_ASSIGN(options.target.program, InspectProgram({program}));
  options.strategy = strategy;
  options.schedules = bench.limit;
  options.time = bench.time;
  options.minimise = {};
  options.keep_going = true;
  options.out_dir = bench.work_dir + "/schedules";
  RW_ASSIGN(const ExploreResult result, Explore(options));
  PathsSearch out{.runs = result.schedules, .seconds = result.seconds, .complete = result.exhausted};
  out.ended = result.exhausted || result.stopped_by == StoppedBy::kIncomplete;
  out.races = static_cast<std::uint64_t>(std::ranges::count(result.findings, FindingKind::kRace, &Finding::kind));
  if (!result.technique) return out;
  out.groups = result.technique->Number("groups");
  if (std::string_view(strategy) != "paths") return out;
  row.branches = result.technique->Number("branches");
  row.instances = result.technique->Number("branch_instances");
  row.affected = result.technique->Number("affected");
  return out;
}

Result<PathsRow> Measure(const fs::path& folder, const PathsBenchOptions& bench) {
  PathsRow row;
  row.name = folder.filename().string();
  const std::vector<std::string> sources = SourcesOf(folder);
  for (const std::string& source : sources) {
    RW_ASSIGN(const std::string text, ReadFile(source, "cannot read"));
    row.lines += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  }
  RW_ASSIGN(const std::string program, Build(sources, row.name, bench));
  for (const auto& [strategy, search] : {std::pair("paths", &row.paths), std::pair("paths:paper", &row.paper),
                                         std::pair("reach", &row.reach), std::pair("tpair", &row.tpair)}) {
    if (Interrupted()) break;
    if (bench.progress) bench.progress(row.name + ", " + strategy);
    RW_ASSIGN(*search, Search(program, strategy, bench, row));
  }
  return row;
}

// A header that a program of strangers includes: without its package the program is left out.
std::string MissingHeader(const fs::path& folder) {
  for (const std::string& source : SourcesOf(folder)) {
    const auto text = ReadFile(source, "cannot read");
    if (!text) continue;
    for (std::size_t at = 0; (at = text->find("#include <", at)) != std::string::npos;) {
      at += 10;
      const std::string header = text->substr(at, text->find('>', at) - at);
      std::error_code ignored;
      if (header.find('/') != std::string::npos && !fs::exists("/usr/include/" + header, ignored)) return header;
    }
  }
  return {};
}

std::string Runs(const PathsSearch& search) { return fmt::format("{}{}", search.ended ? "" : ">", search.runs); }

const Published* PublishedOf(const std::string& name) {
  const auto found = std::ranges::find(kPublished, name, [](const Published& p) { return std::string(p.name); });
  return found == std::end(kPublished) ? nullptr : &*found;
}

// The folders of what is wanted.
Result<std::vector<fs::path>> Wanted(const PathsBenchOptions& options) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.subjects, error))
    if (entry.is_directory() && !SourcesOf(entry.path()).empty()) folders.push_back(entry.path());
  if (error || folders.empty())
    return Fail(ErrorCategory::kUsage, "no programs to measure", options.subjects,
                error ? error.message() : "no folder has sources");
  std::ranges::sort(folders);
  std::erase_if(folders, [&](const fs::path& folder) {
    if (!options.only.empty() && std::ranges::find(options.only, folder.filename().string()) == options.only.end()) return true;
    const std::string header = MissingHeader(folder);
    if (!header.empty() && options.progress) options.progress(folder.filename().string() + " is left out: no " + header);
    return !header.empty();
  });
  return folders;
}

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> BuildPathsPrograms(const PathsBenchOptions& options) {
  RW_ASSIGN(const std::vector<fs::path> folders, Wanted(options));
  std::vector<std::pair<std::string, std::string>> out;
  for (const fs::path& folder : folders) {
    const std::string name = folder.filename().string();
    RW_ASSIGN(std::string program, Build(SourcesOf(folder), name, options));
    out.emplace_back(name, std::move(program));
  }
  return out;
}

Result<std::vector<PathsRow>> RunPathsBench(const PathsBenchOptions& options) {
  for (const std::string& name : options.only)
    if (!fs::is_directory(fs::path(options.subjects) / name))
      return Fail(ErrorCategory::kUsage, "no such subject", name, "in " + options.subjects);
  RW_ASSIGN(const std::vector<fs::path> folders, Wanted(options));
  std::vector<PathsRow> rows;
  for (const fs::path& folder : folders) {
    if (Interrupted()) break;
    RW_ASSIGN(PathsRow row, Measure(folder, options));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string PathsTableText(const std::vector<PathsRow>& rows) {
  std::string out =
      fmt::format("{:<14}{:>7}{:>10}{:>10}{:>9}{:>8}{:>8}{:>8}{:>9}{:>9}{:>7}{:>9}\n", "program", "lines", "branches", "executed",
                  "affected", "groups", "paths", "paper", "reach", "tpair", "races", "seconds");
  for (const PathsRow& row : rows) {
    out += fmt::format("{:<14}{:>7}{:>10}{:>10}{:>9}{:>8}{:>8}{:>8}{:>9}{:>9}{:>7}{:>9.1f}\n", row.name, row.lines, row.branches,
                       row.instances, row.affected, row.paper.groups, Runs(row.paths), Runs(row.paper), Runs(row.reach),
                       Runs(row.tpair), row.paths.races, row.paths.seconds);
    if (const Published* p = PublishedOf(row.name))
      out += fmt::format("{:<14}{:>7}{:>10}{:>10}{:>9}{:>8}{:>8}{:>8}{:>9}{:>9}\n", "  published", "", "", p->branches,
                         p->affected, p->paths, "", "", "", p->tpair != 0 ? fmt::format("{}", p->tpair) : "no end");
  }
  out += "\nRuns of each search, the first one included; >n: the limit ended it. groups: as published, of affected branches.\n";
  return out;
}

std::string PathsMarkdown(const std::vector<PathsRow>& rows, const PathsBenchOptions& options) {
  std::string out = fmt::format("# Path exploration: measured beside the paper\n\nMade by `reweave bench paths`. The definitions "
                                "are in [paths](../techniques/paths.md), the programs in "
                                "`subjects/paths`.\nA search ends after {} runs or {} s: `>n` says that it was ended so. Runs "
                                "include the first one. The paper counts "
                                "groups of\naffected branches as tests.\n\n"
                                "| program | lines | branches executed | affected | groups as published | paths | paper mode | "
                                "reach | tpair | races by paths | by reach | seconds of "
                                "paths | of reach |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
                                options.limit, std::chrono::duration_cast<std::chrono::seconds>(options.time).count());
  for (const PathsRow& row : rows) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} | {:.1f} |\n", row.name, row.lines,
                       row.instances, row.affected, row.paper.groups, Runs(row.paths), Runs(row.paper), Runs(row.reach),
                       Runs(row.tpair), row.paths.races, row.reach.races, row.paths.seconds, row.reach.seconds);
    if (const Published* p = PublishedOf(row.name))
      out += fmt::format("| (published) | | {} | {} | {} | | | {} | {} | | | | |\n", p->branches, p->affected, p->paths,
                         row.name == "commons_pool" ? "147" : "", p->tpair != 0 ? fmt::format("{}", p->tpair) : "no end");
  }
  out += "\n";
  for (const PathsRow& row : rows) {
    if (!row.paths.ended) {
      out += fmt::format("- {}: the time limit ended `paths`{}\n", row.name, row.reach.ended ? "" : " and `reach`");
      continue;
    }
    if (row.paths.runs > row.reach.runs) {
      out += fmt::format("- {}: {} runs by `paths` for {}{} by `reach`: not fewer\n", row.name, row.paths.runs,
                         row.reach.ended ? "" : "more than ", row.reach.runs);
      continue;
    }
    out += fmt::format("- {}: {} {} by `paths` for {}{} by `reach` ({}{:.0f} times fewer)\n", row.name, row.paths.runs,
                       row.paths.runs == 1 ? "run" : "runs", row.reach.ended ? "" : "more than ", row.reach.runs,
                       row.reach.ended ? "" : "more than ",
                       static_cast<double>(row.reach.runs) / static_cast<double>(std::max<std::uint64_t>(row.paths.runs, 1)));
  }
  return out;
}

std::string PathsCsv(const std::vector<PathsRow>& rows) {
  std::string out =
      "program,lines,branches,executed,affected,groups,paths,paths_ended,paper,paper_ended,reach,reach_ended,tpair,tpair_ended,"
      "races_paths,races_reach,seconds_paths,seconds_reach\n";
  for (const PathsRow& row : rows)
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.2f},{:.2f}\n", row.name, row.lines, row.branches,
                       row.instances, row.affected, row.paper.groups, row.paths.runs, row.paths.ended, row.paper.runs,
                       row.paper.ended, row.reach.runs, row.reach.ended, row.tpair.runs, row.tpair.ended, row.paths.races,
                       row.reach.races, row.paths.seconds, row.reach.seconds);
  return out;
}

}  // namespace reweave::inline evaluate
