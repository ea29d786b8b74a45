#include "change/source_diff.h"

#include <cctype>
#include <filesystem>

#include "base/file.h"
#include "change/align.h"

namespace reweave::inline change {

namespace {

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view source) : s_(source) {}

  std::vector<Token> Run() {
    while (at_ < s_.size()) {
      const char c = s_[at_];
      if (c == '\n') ++line_, ++at_;
      else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') ++at_;
      else if (Starts("//")) SkipTo("\n", false);
      else if (Starts("/*")) SkipTo("*/", true);
      else if (Starts("R\"")) Raw();
      else if (c == '"' || c == '\'') Quoted(c);
      else if (IsWord(c)) Word();
      else Take(at_ + 1);
    }
    return std::move(out_);
  }

 private:
  bool Starts(std::string_view text) const { return s_.substr(at_).starts_with(text); }

  void Advance(std::size_t to) {
    for (; at_ < to && at_ < s_.size(); ++at_) line_ += s_[at_] == '\n';
  }
  void SkipTo(std::string_view end, bool inclusive) {
    const std::size_t found = s_.find(end, at_ + 2);
    Advance(found == std::string_view::npos ? s_.size() : found + (inclusive ? end.size() : 0));
  }
  void Take(std::size_t end) {
    out_.push_back({s_.substr(at_, end - at_), line_});
    Advance(end);
  }
  void Word() {
    std::size_t end = at_;
    // 1'000 and 1.5e3 are one token; a quote inside a number is no character literal.
    const bool number = std::isdigit(static_cast<unsigned char>(s_[at_])) != 0;
    while (end < s_.size() &&
           (IsWord(s_[end]) || (number && (s_[end] == '.' || (s_[end] == '\'' && end + 1 < s_.size() && IsWord(s_[end + 1]))))))
      ++end;
    Take(end);
  }
  void Quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < s_.size() && s_[end] != quote && s_[end] != '\n') end += s_[end] == '\\' ? 2 : 1;
    Take(std::min(end + 1, s_.size()));
  }
  void Raw() {
    const std::size_t open = s_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 18) return Take(at_ + 1);
    const std::string end = ")" + std::string(s_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t found = s_.find(end, open);
    Take(found == std::string_view::npos ? s_.size() : found + end.size());
  }

  std::string_view s_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> out_;
};

std::vector<std::uint64_t> Hashes(const std::vector<Token>& tokens) {
  std::vector<std::uint64_t> out;
  for (const Token& token : tokens) out.push_back(std::hash<std::string_view>{}(token.text));
  return out;
}

// Braces alone are no code.
bool Counts(const Token& token) { return token.text != "{" && token.text != "}"; }

}  // namespace

std::vector<Token> Tokenize(std::string_view source) { return Tokenizer(source).Run(); }

FileChange CompareSources(std::string_view before, std::string_view now) {
  FileChange out;
  const std::vector<Token> old_tokens = Tokenize(before), new_tokens = Tokenize(now);
  const std::vector<std::uint32_t> was = Align(Hashes(old_tokens), Hashes(new_tokens));
  std::uint32_t expected = 0;  // the old token that would come next if nothing was deleted
  bool added = false;          // since the last surviving token
  for (std::size_t i = 0; i <= new_tokens.size(); ++i) {
    if (i < new_tokens.size() && was[i] == kNoMatch) {
      if (Counts(new_tokens[i])) out.changed.insert(new_tokens[i].line), added = true;
      continue;
    }
    const std::uint32_t next = i < new_tokens.size() ? was[i] : static_cast<std::uint32_t>(old_tokens.size());
    bool gone = false;
    for (std::uint32_t k = expected; k < next; ++k) gone |= Counts(old_tokens[k]);
    if (gone && !added) {
      for (std::size_t k = i; k-- > 0;)
        if (was[k] != kNoMatch && Counts(new_tokens[k])) {
          out.deleted.insert(new_tokens[k].line);
          break;
        }
      for (std::size_t k = i; k < new_tokens.size(); ++k)
        if (was[k] != kNoMatch && Counts(new_tokens[k])) {
          out.deleted.insert(new_tokens[k].line);
          break;
        }
    }
    expected = next + 1;
    added = false;
  }
  return out;
}

Result<std::map<std::string, FileChange>> CompareTrees(const Facts& facts, const std::string& old_root,
                                                       const std::string& new_root) {
  namespace fs = std::filesystem;
  std::map<std::string, FileChange> out;
  for (const FunctionFacts& f : facts.functions()) {
    const std::string& path = f.position.file;
    if (f.system() || path.empty() || out.contains(path)) continue;
    const fs::path now = fs::path(new_root) / path, before = fs::path(old_root) / path;
    RW_ASSIGN(const std::string new_text, ReadFile(now.string(), "cannot read a source of the new version"));
    FileChange& change = out[path];
    std::error_code error;
    if (!fs::exists(before, error)) {
      change.is_new = true;
      change = CompareSources("", new_text);
      change.is_new = true;
      continue;
    }
    RW_ASSIGN(const std::string old_text, ReadFile(before.string(), "cannot read a source of the old version"));
    change = CompareSources(old_text, new_text);
  }
  return out;
}

}  // namespace reweave::inline change
