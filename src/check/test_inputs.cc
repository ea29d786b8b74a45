#include "check/test_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "check/traced_make.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 2000;  // of a directory that an argument names
constexpr std::uintmax_t kLargestFile = 16 << 20;

class Inputs {
 public:
  Inputs(const TestSpec& before, const TestSpec& now, const std::vector<std::string>& directories)
      : before_(before), now_(now), directories_(directories) {}

  std::string Difference() const {
    if (!Same(Tail(before_.command), Tail(now_.command))) return "its command changed";
    if (Neutral(before_.directory) != Neutral(now_.directory)) return "its working directory changed";
    const std::vector<std::string> was = Environment(before_), is = Environment(now_);
    if (!Same(was, is)) return "its environment changed";
    for (const auto& [old_words, new_words] : {std::pair(Tail(before_.command), Tail(now_.command)), std::pair(was, is),
                                               std::pair(before_.required_files, now_.required_files)})
      for (std::size_t i = 0; i < std::min(old_words.size(), new_words.size()); ++i)
        if (OtherContent(PathIn(old_words[i], before_), PathIn(new_words[i], now_)))
          return fmt::format("{} changed, which it is given", fs::path(PathIn(new_words[i], now_)).filename().string());
    return "";
  }

 private:
  static std::vector<std::string> Tail(const std::vector<std::string>& command) {
    return command.empty() ? command : std::vector<std::string>(command.begin() + 1, command.end());
  }
  static std::vector<std::string> Environment(const TestSpec& test) {
    std::vector<std::string> out;
    for (const auto& [name, value] : test.environment) out.push_back(name + "=" + value);
    for (const EnvironmentChange& change : test.environment_changes)
      out.push_back(fmt::format("{} {}={}", change.operation, change.variable, change.value));
    return out;
  }

  // A build that a cache of CI brought from another checkout still names that one: what we made is known by its end.
  static std::string InCheckout(const std::string& directory) {
    const std::size_t at = directory.rfind("/.reweave/");
    return at == std::string::npos ? "" : directory.substr(at);
  }
  static std::size_t BeginOfPath(const std::string& text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string::npos : text.find_last_of("=: \t\"'", at - 1);
    return before == std::string::npos ? 0 : before + 1;
  }

  // A name that goes on ("build" and "build-b") is another directory.
  std::string Neutral(std::string text) const {
    const auto goes_on = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) ||
                                  std::string_view("-_.+").find(text[at]) != std::string_view::npos);
    };
    for (const std::string& directory : directories_)
      for (const std::string& name : {directory, InCheckout(directory)})
        for (std::size_t at = 0; !name.empty() && (at = text.find(name, at)) != std::string::npos; ++at)
          if (!goes_on(at + name.size())) {
            const std::size_t begin = name == directory ? at : BeginOfPath(text, at);
            text.replace(begin, at + name.size() - begin, "@");
            at = begin;
          }
    return text;
  }
  bool Same(const std::vector<std::string>& was, const std::vector<std::string>& is) const {
    return std::ranges::equal(was, is, [&](const std::string& a, const std::string& b) {
      return StableWord(Neutral(a), {}) == StableWord(Neutral(b), {});
    });
  }

  // The path that a word may be, or what follows "=" in it; "" if it is none of the version's: what lies elsewhere is one file.
  std::string PathIn(const std::string& word, const TestSpec& test) const {
    const fs::path path = fs::path(test.directory) / word.substr(word.starts_with('/') ? 0 : word.find('=') + 1);
    const std::string text = path.lexically_normal().string();
    const bool below = std::ranges::any_of(directories_, [&](const std::string& directory) {
      return !directory.empty() && text.starts_with(directory + "/") && text.size() > directory.size() + 1;
    });
    return below ? text : "";
  }

  // Programs are compared by their facts; another path in them says nothing.
  bool OtherFile(const fs::path& was, const fs::path& is) const {
    std::error_code error;
    if (fs::file_size(is, error) > kLargestFile || fs::file_size(was, error) > kLargestFile) return false;
    const auto before = ReadFile(was.string(), ""), now = ReadFile(is.string(), "");
    if (!now || now->starts_with("\x7f"
                                 "ELF"))
      return false;
    return !before || (*before != *now && Neutral(*before) != Neutral(*now));
  }

  bool OtherContent(const std::string& was, const std::string& is) const {
    std::error_code error;
    if (was.empty() || is.empty() || !fs::exists(is, error)) return false;
    if (fs::is_regular_file(is, error)) return OtherFile(was, is);
    if (!fs::is_directory(is, error)) return false;
    std::size_t files = 0;
    for (fs::recursive_directory_iterator entry(is, error), end; !error && entry != end && files < kMostFiles;
         entry.increment(error))
      if (entry->is_regular_file(error) && ++files &&
          OtherFile(fs::path(was) / entry->path().lexically_relative(is), entry->path()))
        return true;
    return false;
  }

  const TestSpec &before_, &now_;
  const std::vector<std::string>& directories_;
};

}  // namespace

std::string OtherInputs(const TestSpec& before, const TestSpec& now, const std::vector<std::string>& directories) {
  return Inputs(before, now, directories).Difference();
}

}  // namespace reweave::inline check
