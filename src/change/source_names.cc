#include "change/source_names.h"

#include <cctype>
#include <vector>

#include "change/names.h"

namespace reweave::inline change {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

bool IsStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsPart(char c) { return IsStart(c) || (c >= '0' && c <= '9'); }

// One component of a qualified name: "Box", and what follows it in brackets: "<int>".
struct Component {
  std::string name;
  std::string_view arguments;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  // Plain text before the next qualified name goes to `plain`; false: there is no more name.
  bool Next(std::string& plain, std::vector<Component>& name) {
    name.clear();
    while (at_ < text_.size()) {
      const bool inside = at_ > 0 && (IsPart(text_[at_ - 1]) || text_[at_ - 1] == '.' || text_[at_ - 1] == '$');
      if (!inside && Starts()) return Path(name), true;
      plain += text_[at_++];
    }
    return false;
  }

 private:
  bool Starts() const { return at_ < text_.size() && (IsStart(text_[at_]) || text_.substr(at_).starts_with(kAnonymous)); }

  void Path(std::vector<Component>& name) {
    while (true) {
      Component& part = name.emplace_back();
      if (text_.substr(at_).starts_with(kAnonymous)) {
        part.name = kAnonymous;
        at_ += kAnonymous.size();
      } else {
        const std::size_t begin = at_;
        at_ += text_[at_] == '~';
        while (at_ < text_.size() && IsPart(text_[at_])) ++at_;
        part.name = text_.substr(begin, at_ - begin);
      }
      // Arguments and parameters belong to it if the name goes on behind them.
      const std::size_t end = Brackets(at_);
      if (end != at_ && text_.substr(end).starts_with("::")) {
        part.arguments = text_.substr(at_, end - at_);
        at_ = end;
      }
      if (!text_.substr(at_).starts_with("::")) return;
      at_ += 2;
      if (Starts() || (at_ < text_.size() && text_[at_] == '~')) continue;
      at_ -= 2;  // "f()::{lambda()#1}"
      return;
    }
  }
  std::size_t Brackets(std::size_t at) const {
    while (at < text_.size() && (text_[at] == '<' || (text_[at] == '(' && !text_.substr(at).starts_with(kAnonymous)))) {
      int depth = 0;
      std::size_t i = at;
      do {
        depth += text_[i] == '<' || text_[i] == '(';
        depth -= text_[i] == ')' || (text_[i] == '>' && text_[i - 1] != '-');
        ++i;
      } while (i < text_.size() && depth > 0);
      if (depth != 0) return at;
      at = i;
      if (text_.substr(at).starts_with(" const::")) at += 6;
    }
    return at;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string Joined(const std::vector<Component>& parts, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i ? "::" : "") + parts[i].name;
  return out;
}

// `parts` from `from` on as they are, their arguments with other names.
std::string Rest(const std::vector<Component>& parts, std::size_t from, const NameTable& table) {
  std::string out;
  for (std::size_t i = from; i < parts.size(); ++i) out += (i ? "::" : "") + parts[i].name + WithNames(parts[i].arguments, table);
  return out;
}

std::string Replaced(const std::vector<Component>& parts, const NameTable& table) {
  for (std::size_t count = parts.size(); count > 0; --count) {
    const auto found = table.find(Joined(parts, count));
    if (found == table.end()) continue;
    std::vector<Component> now;
    std::string unused;
    Parser(found->second).Next(unused, now);
    bool arguments = false;
    for (std::size_t i = 0; i + 1 < count; ++i) arguments |= !parts[i].arguments.empty();
    if (now.size() != count && arguments) break;  // where they would belong is not known
    if (now.size() == count)
      for (std::size_t i = 0; i < count; ++i) now[i].arguments = parts[i].arguments;
    else now.back().arguments = parts[count - 1].arguments;
    const std::size_t last = now.size() - 1;
    now.insert(now.end(), parts.begin() + static_cast<std::ptrdiff_t>(count), parts.end());
    if (count < parts.size()) {  // a constructor or destructor
      if (parts[count].name == parts[count - 1].name) now[last + 1].name = now[last].name;
      if (parts[count].name == "~" + parts[count - 1].name) now[last + 1].name = "~" + now[last].name;
    }
    return Rest(now, 0, table);
  }
  return Rest(parts, 0, table);
}

}  // namespace

void EachName(std::string_view text, const std::function<void(const std::string&)>& act) {
  Parser parser(text);
  std::string plain;
  std::vector<Component> parts;
  while (parser.Next(plain, parts)) {
    for (std::size_t count = 1; count <= parts.size(); ++count) act(Joined(parts, count));
    for (const Component& part : parts)
      if (!part.arguments.empty()) EachName(part.arguments, act);
  }
}

std::string WithNames(std::string_view text, const NameTable& table) {
  if (table.empty() || text.empty()) return std::string(text);
  Parser parser(text);
  std::string out;
  std::vector<Component> parts;
  while (parser.Next(out, parts)) out += Replaced(parts, table);
  return out;
}

std::string WithoutArguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.substr(i).starts_with(kAnonymous)) {
      out += kAnonymous;
      i += kAnonymous.size() - 1;
      continue;
    }
    depth += name[i] == '<' || name[i] == '(';
    if (depth == 0) out += name[i];
    depth -= depth > 0 && (name[i] == '>' || name[i] == ')');
  }
  return out;
}

std::string_view LastPart(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    depth += name[i] == '>' || name[i] == ')';
    depth -= name[i] == '<' || name[i] == '(';
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(i + 1);
  }
  return name;
}

std::string SourceName(const std::string& symbol) {
  std::string text = Demangled(symbol);
  if (text != symbol) return WithoutArguments(text);
  // "f.calls", "f.calls.3": a static local of C.
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos || dot == 0) return text;
  std::string inner = text.substr(dot + 1);
  const std::size_t number = inner.rfind('.');
  if (number != std::string::npos) inner.resize(number);
  return text.substr(0, dot) + "::" + inner;
}

}  // namespace reweave::inline change
