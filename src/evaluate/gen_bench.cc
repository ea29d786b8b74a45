#include "evaluate/gen_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "base/interrupt.h"
#include "gen/gen.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

namespace {

struct GenSubject {
  std::string name, header, type, wanted;
  std::vector<std::string> flags, link;
  std::string list;  // name of the list that it is in
};

std::string Trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> Split(const std::string& text, char by) {
  std::vector<std::string> out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, by);) out.push_back(Trimmed(part));
  return out;
}

// name | header | class | flags | what must be found
Result<std::vector<GenSubject>> ReadList(const fs::path& path) {
  RW_ASSIGN(const std::string text, ReadFile(path.string(), "cannot read the list of classes"));
  std::vector<GenSubject> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = Split(line, '|');
    if (fields.size() != 5)
      return Fail(ErrorCategory::kUsage, "damaged list of classes", path.string(), line,
                  "name | header | class | flags | wanted");
    GenSubject one{fields[0], fields[1], fields[2], fields[4], {}, {}, path.stem().string()};
    if (!one.header.starts_with("/")) one.header = (path.parent_path() / one.header).string();
    std::istringstream words(fields[3]);
    for (std::string word; words >> word;)
      (word.starts_with("-l") || word.starts_with("-L") ? one.link : one.flags).push_back(word);
    out.push_back(std::move(one));
  }
  return out;
}

std::uint64_t Percent(const gen::SearchResult& search) {
  return search.total_patterns == 0 ? 0 : 100 * search.patterns / search.total_patterns;
}

// "race:Size": a failure of the kind that names the method or the member; "race": of the kind.
bool Matches(const std::string& wanted, const std::string& kind, const std::string& text) {
  const auto colon = wanted.find(':');
  if (wanted.substr(0, colon) != kind) return false;
  return colon == std::string::npos || text.find(wanted.substr(colon + 1)) != std::string::npos;
}

// Of "A, B" all must be found.
template <typename Found>
bool AllFound(const std::string& wanted, const Found& found) {
  return std::ranges::all_of(Split(wanted, ','), found);
}

double FirstFailure(const gen::SearchResult& search) {
  double out = 0;
  for (const auto& [kind, seconds] : search.first_seconds) out = out == 0 ? seconds : std::min(out, seconds);
  return out;
}

GenBenchRow RunOne(const GenSubject& subject, const GenBenchOptions& options) {
  GenBenchRow row;
  row.name = subject.name;
  row.wanted = subject.wanted == "-" ? "" : subject.wanted;
  gen::GenOptions request;
  request.header = subject.header;
  request.name = subject.type;
  request.flags = subject.flags;
  request.link = subject.link;
  request.tools = options.drivers;
  request.work = options.work_dir + "/" + subject.name + "/work";
  request.out = options.work_dir + "/" + subject.name + "/tests";
  request.keep_passing = 2;
  request.search.time = options.time;
  std::error_code ignored;
  fs::remove_all(request.out, ignored);
  const auto result = gen::Generate(request);
  if (!result) {
    row.problem = result.error().ToString();
    return row;
  }
  for (const gen::GenTest& test : result->tests)
    if (!test.kind.empty())
      row.found.push_back(fmt::format("{}: {}{}", test.kind, test.title, test.doubt.empty() ? "" : " (may be wrong use)"));
  row.right = row.wanted == "none" ? row.found.empty() : AllFound(row.wanted, [&](const std::string& one) {
    return std::ranges::any_of(
        result->tests, [&](const gen::GenTest& test) { return Matches(one, test.kind, test.title + " " + test.message); });
  });
  row.promise = gen::Text(result->subject.promise.kind);
  row.seconds = result->search.seconds;
  row.cpu_seconds = result->search.cpu_seconds;
  row.first = FirstFailure(result->search);
  row.tried = result->search.tried;
  row.kept = result->tests.size();
  row.coverage = Percent(result->search);
  if (!options.compare) return row;
  request.search.random_only = true;
  request.write = false;
  request.work += "-random";
  if (const auto random = gen::Generate(request)) {
    row.random_found = !row.wanted.empty() && row.wanted != "none" && AllFound(row.wanted, [&](const std::string& one) {
      return std::ranges::any_of(random->search.failures, [&](const gen::Failure& failure) {
        return Matches(one, failure.kind, failure.first + " " + failure.second + " " + failure.message);
      });
    });
    row.random_first = FirstFailure(random->search);
    row.random_tried = random->search.tried;
    row.random_coverage = Percent(random->search);
  }
  return row;
}

}  // namespace

Result<std::vector<GenBenchRow>> RunGenBench(const GenBenchOptions& options) {
  std::vector<GenSubject> subjects;
  std::error_code error;
  std::vector<fs::path> lists;
  for (const auto& entry : fs::directory_iterator(options.subjects, error))
    if (entry.path().extension() == ".txt") lists.push_back(entry.path());
  std::ranges::sort(lists, std::greater());
  for (const fs::path& list : lists) {
    RW_ASSIGN(const std::vector<GenSubject> some, ReadList(list));
    subjects.insert(subjects.end(), some.begin(), some.end());
  }
  if (!options.only.empty())
    std::erase_if(subjects, [&](const GenSubject& subject) {
      return std::ranges::find_first_of(options.only, std::vector{subject.name, subject.list}) == options.only.end();
    });
  if (subjects.empty())
    return Fail(ErrorCategory::kUsage, "no classes to generate tests for", options.subjects, "no list has one of that name",
                "lists are *.txt files there");
  std::vector<GenBenchRow> rows;
  for (const GenSubject& subject : subjects) {
    if (Interrupted()) break;
    if (options.progress) options.progress(subject.name);
    rows.push_back(RunOne(subject, options));
  }
  return rows;
}

std::string GenBenchText(const std::vector<GenBenchRow>& rows) {
  std::string out =
      fmt::format("{:<22} {:<24} {:>5} {:>7} {:>8} {:>8} {:>5} {:>5} | {:>6} {:>7} {:>8} {:>5}  {}\n", "class", "wanted", "right",
                  "first s", "tried", "a cpu s", "kept", "MAP %", "random", "first s", "tried", "MAP %", "found");
  std::size_t right = 0;
  for (const GenBenchRow& row : rows) {
    right += row.right ? 1 : 0;
    if (!row.problem.empty()) {
      out += fmt::format("{:<22} {:<24} {}\n", row.name, row.wanted, row.problem);
      continue;
    }
    out += fmt::format("{:<22} {:<24} {:>5} {:>7.2f} {:>8} {:>8.0f} {:>5} {:>5} | {:>6} {:>7.2f} {:>8} {:>5}  {}\n", row.name,
                       row.wanted, row.right ? "yes" : "NO", row.first, row.tried,
                       static_cast<double>(row.tried) / std::max(row.cpu_seconds, 1e-9), row.kept, row.coverage,
                       row.random_found ? "yes" : "no", row.random_first, row.random_tried, row.random_coverage,
                       fmt::join(row.found, "; "));
  }
  return out + fmt::format("{} of {} right\n", right, rows.size());
}

namespace {

// In a page, "[](int)" would be a link.
std::string NoLinks(std::string text) {
  for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos; at += 3) text.replace(at, 2, "] (");
  return text;
}

}  // namespace

std::string GenBenchMarkdown(const std::vector<GenBenchRow>& rows) {
  std::string out = "| class | promise | planted | found | first failure, s | tests tried | a CPU second | tests kept | MAP % | "
                    "random: found | first, s | "
                    "tried | MAP % | failures |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  std::size_t planted = 0, found = 0, by_random = 0;
  for (const GenBenchRow& row : rows) {
    if (!row.problem.empty()) {
      out += fmt::format("| {} | | {} | {} |\n", row.name, row.wanted, row.problem);
      continue;
    }
    const bool has_fault = !row.wanted.empty() && row.wanted != "none";
    planted += has_fault, found += has_fault && row.right, by_random += row.random_found;
    const auto first = [](double seconds) { return seconds == 0 ? std::string("-") : fmt::format("{:.2f}", seconds); };
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {:.0f} | {} | {} | {} | {} | {} | {} | {} |\n", row.name, row.promise,
                       row.wanted.empty() ? "?" : row.wanted,
                       row.wanted.empty() ? ""
                       : row.right        ? "yes"
                                          : "no",
                       first(row.first), row.tried, static_cast<double>(row.tried) / std::max(row.cpu_seconds, 1e-9), row.kept,
                       row.coverage, has_fault ? (row.random_found ? "yes" : "no") : "", first(row.random_first),
                       row.random_tried, row.random_coverage, NoLinks(fmt::format("{}", fmt::join(row.found, "; "))));
  }
  return out + fmt::format("\nPlanted faults: {}; found {}, by random generation {}.\n", planted, found, by_random);
}

std::string GenBenchCsv(const std::vector<GenBenchRow>& rows) {
  std::string out = "class,wanted,right,promise,first_seconds,seconds,cpu_seconds,tried,kept,map_percent,random_found,random_"
                    "first_seconds,random_tried,"
                    "random_map_percent,problem,found\n";
  const auto quoted = [](std::string text) {
    std::ranges::replace(text, '"', '\'');
    return "\"" + text + "\"";
  };
  for (const GenBenchRow& row : rows)
    out += fmt::format("{},{},{},{},{:.3f},{:.3f},{:.3f},{},{},{},{},{:.3f},{},{},{},{}\n", row.name, row.wanted, row.right,
                       row.promise, row.first, row.seconds, row.cpu_seconds, row.tried, row.kept, row.coverage, row.random_found,
                       row.random_first, row.random_tried, row.random_coverage, quoted(row.problem),
                       quoted(fmt::format("{}", fmt::join(row.found, "; "))));
  return out;
}

}  // namespace reweave::inline evaluate
