#include "base/pattern.h"

#include <re2/re2.h>

namespace reweave {

namespace {

RE2::Options Dialect() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // bytes: output need not be UTF-8
  options.set_dot_nl(true);                            // as in CMake's expressions
  return options;
}

}  // namespace

struct Pattern::Compiled {
  explicit Compiled(const std::string& text) : expression(text, Dialect()) {}
  RE2 expression;
};

Result<Pattern> Pattern::Parse(const std::string& expression) {
  auto compiled = std::make_shared<const Compiled>(expression);
  if (!compiled->expression.ok())
    return Fail(ErrorCategory::kUsage, "not a regular expression", expression, compiled->expression.error());
  return Pattern(std::move(compiled));
}

bool Pattern::Matches(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->expression);
}

std::string_view Pattern::Find(std::string_view text) const {
  re2::StringPiece found;
  if (!compiled_->expression.Match(re2::StringPiece(text.data(), text.size()), 0, text.size(), RE2::UNANCHORED, &found, 1))
    return {};
  return {found.data(), found.size()};
}

}  // namespace reweave
