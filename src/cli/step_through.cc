#include "cli/step_through.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "base/escape.h"
#include "base/file.h"
#include "cli/output.h"

namespace reweave::inline cli {

namespace {

constexpr char kHelp[] = "  n, Enter   next step             p   the one before\n"
                         "  s          next switch           b   the switch before\n"
                         "  k          next step that the finding is about\n"
                         "  g N        to step N             e   to the last step\n"
                         "  t          where every thread is, and what it holds\n"
                         "  l          steps around this one\n"
                         "  q          leave\n";

class Walk {
 public:
  Walk(const Interleaving& run, const StepOptions& options) : run_(run), options_(options) {}

  void Run(std::FILE* in) {
    if (run_.steps.empty()) {
      Print("the run has no steps to show\n");
      return;
    }
    Print(fmt::format("{} steps, {} threads, {} switches; ? explains the commands\n", run_.steps.size(), run_.threads.size(),
                      run_.switches));
    ShowStep();
    for (std::optional<std::string> line; (line = ReadLine(in));)
      if (!Obey(*line)) return;
  }

 private:
  std::optional<std::string> ReadLine(std::FILE* in) const {
    if (options_.prompt) Print("(step) ");
    std::string line;
    for (int c = 0; (c = std::fgetc(in)) != EOF && c != '\n';) line += static_cast<char>(c);
    if (line.empty() && (std::feof(in) || std::ferror(in))) return std::nullopt;
    const auto first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
  }

  bool Obey(const std::string& line) {
    const char command = line.empty() ? 'n' : line[0];
    const std::size_t end = run_.steps.size();
    switch (command) {
      case 'q': return false;
      case 'n': Go(at_ + 1, "this is the last step: " + options_.end); break;
      case 'p': Go(at_ == 0 ? end : at_ - 1, "this is the first step"); break;
      case 'e': Go(end - 1, ""); break;
      case 's': Go(Find(at_ + 1, 1, [&](std::size_t i) { return IsSwitch(i); }), "no further switch"); break;
      case 'b': Go(Find(at_ - 1, -1, [&](std::size_t i) { return IsSwitch(i); }), "no switch before"); break;
      case 'k': Go(Find(at_ + 1, 1, [&](std::size_t i) { return run_.steps[i].key; }), "no further step of the finding"); break;
      case 'g': GoTo(line.substr(1)); break;
      case 't': ShowThreads(); break;
      case 'l': ShowList(); break;
      case '?':
      case 'h': Print(kHelp); break;
      default: Print(fmt::format("unknown command '{}'; ? explains them\n", EscapeLine(line)));
    }
    return true;
  }

  template <typename F>
  std::size_t Find(std::size_t from, int by, F&& is) const {
    for (std::size_t i = from; i < run_.steps.size(); i += static_cast<std::size_t>(by))
      if (is(i)) return i;
    return run_.steps.size();
  }

  bool IsSwitch(std::size_t i) const { return i > 0 && run_.steps[i].thread != run_.steps[i - 1].thread; }

  void Go(std::size_t to, const std::string& otherwise) {
    if (to >= run_.steps.size()) return Print(otherwise + "\n");
    at_ = to;
    ShowStep();
  }

  void GoTo(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool good = error == std::errc() && end == text.data() + text.size() && number > 0 && number <= run_.steps.size();
    if (!good) return Print(fmt::format("g N, from 1 to {}\n", run_.steps.size()));
    Go(number - 1, "");
  }

  std::string Strong(const std::string& text) const { return options_.colour ? "\x1b[1m" + text + "\x1b[0m" : text; }

  void ShowStep() {
    const InterleavingStep& step = run_.steps[at_];
    std::string head = fmt::format("step {} of {}, thread {}", at_ + 1, run_.steps.size(), ThreadText(step.thread));
    if (IsSwitch(at_))
      head += (step.preempts ? ", preempts thread " : ", after thread ") + ThreadText(run_.steps[at_ - 1].thread);
    if (step.key) head += ", what the finding is about";
    std::string out = "\n" + Strong(head) + "\n";
    out += fmt::format("  {}\n", EscapeLine(step.what));
    if (!step.place.empty())
      out += fmt::format("  at {}{}\n", EscapeLine(step.place), step.function.empty() ? "" : " in " + EscapeLine(step.function));
    out += SourceText(step);
    if (!step.locks.empty()) out += fmt::format("  holds {}\n", EscapeLine(fmt::format("{}", fmt::join(step.locks, ", "))));
    if (at_ + 1 == run_.steps.size()) out += "  the run ends: " + options_.end + "\n" + WaitingText();
    Print(out);
  }

  std::string ThreadText(std::uint32_t column) const {
    const bool named = column < run_.names.size() && !run_.names[column].empty();
    return run_.threads[column] + (named ? " (" + EscapeLine(run_.names[column]) + ")" : "");
  }

  std::string WaitingText() const {
    std::string out;
    for (const InterleavingStep& step : run_.waiting)
      out += fmt::format("    thread {} waits: {} {}\n", ThreadText(step.thread), EscapeLine(step.what), EscapeLine(step.place));
    return out;
  }

  // Two lines before and after, if the source is where it was compiled.
  std::string SourceText(const InterleavingStep& step) {
    if (step.file.empty() || step.line == 0) return {};
    const auto& lines = LinesOf(step.file);
    if (step.line > lines.size()) return {};
    std::string out;
    const std::size_t first = std::max<std::size_t>(step.line, 3) - 2, last = std::min<std::size_t>(step.line + 2, lines.size());
    for (std::size_t i = first; i <= last; ++i) {
      const std::string text = fmt::format("  {} {:>5}  {}", i == step.line ? ">" : " ", i, EscapeLine(lines[i - 1]));
      out += (i == step.line ? Strong(text) : text) + "\n";
    }
    return out;
  }

  std::string Locate(const std::string& file) const {
    std::error_code error;
    if (file.starts_with('/')) return file;
    for (const std::string& directory : options_.near)
      for (std::filesystem::path at = directory; !at.empty(); at = at.parent_path()) {
        if (std::filesystem::is_regular_file(at / file, error)) return (at / file).string();
        if (at == at.root_path()) break;
      }
    return file;
  }

  const std::vector<std::string>& LinesOf(const std::string& file) {
    const auto [entry, fresh] = sources_.try_emplace(file);
    if (!fresh) return entry->second;
    const auto text = ReadFile(Locate(file), "");
    if (!text) return entry->second;
    for (std::size_t at = 0; at < text->size();) {
      const auto end = std::min(text->find('\n', at), text->size());
      entry->second.push_back(text->substr(at, end - at));
      at = end + 1;
    }
    return entry->second;
  }

  // The last step of each thread up to here.
  void ShowThreads() const {
    std::string out;
    for (std::uint32_t column = 0; column < run_.threads.size(); ++column) {
      const InterleavingStep* last = nullptr;
      for (std::size_t i = 0; i <= at_; ++i)
        if (run_.steps[i].thread == column) last = &run_.steps[i];
      out += fmt::format("{} thread {}: ", column == run_.steps[at_].thread ? "*" : " ", ThreadText(column));
      out += last == nullptr ? "no step yet" : EscapeLine(last->place + " " + last->what);
      if (last != nullptr && !last->locks.empty()) out += EscapeLine(fmt::format(", holds {}", fmt::join(last->locks, ", ")));
      out += "\n";
    }
    Print(out);
  }

  void ShowList() const {
    std::string out;
    const std::size_t first = at_ < 8 ? 0 : at_ - 8, last = std::min(at_ + 9, run_.steps.size());
    for (std::size_t i = first; i < last; ++i) {
      const InterleavingStep& step = run_.steps[i];
      out += fmt::format("{} {:>5}  thread {:<8} {}\n", i == at_ ? ">" : " ", i + 1, run_.threads[step.thread],
                         EscapeLine(step.place + " " + step.what));
    }
    Print(out);
  }

  const Interleaving& run_;
  const StepOptions& options_;
  std::size_t at_ = 0;
  std::map<std::string, std::vector<std::string>> sources_;
};

}  // namespace

void StepThrough(const Interleaving& run, const StepOptions& options, std::FILE* in) { Walk(run, options).Run(in); }

}  // namespace reweave::inline cli
