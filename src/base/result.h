// How a failure of ours travels: Result<T> = std::expected<T, Error>.
//
// An Error says what was being done, on what, what went wrong and what to do about it, and carries the category that becomes
// the exit status. Four things never mix: the program's bug (that is a finding, never an Error), our bug, a diverged replay,
// something unsupported.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace reweave {

enum class ErrorCategory {
  kUsage,        // the call or its input is wrong
  kTarget,       // the tested program cannot be explored
  kInternal,     // our own fault
  kDiverged,     // a replay did not follow its schedule
};

// The exit statuses of every command; 1 and 130 are results, not errors.
enum ExitStatus : int {
  kExitOk = 0,
  kExitFindings = 1,
  kExitUsage = 2,
  kExitTarget = 3,
  kExitInternal = 4,
  kExitDiverged = 5,
  kExitInterrupted = 130,
};

class [[nodiscard]] Error {
 public:
  // what: "cannot read schedule", where: "a.rws, byte 12", why: "checksum does not match", hint: "record it again"
  Error(ErrorCategory category, std::string what, std::string where = {}, std::string why = {}, std::string hint = {})
      : category_(category), what_(std::move(what)), where_(std::move(where)), why_(std::move(why)), hint_(std::move(hint)) {}

  ErrorCategory category() const { return category_; }
  const std::string& what() const { return what_; }
  const std::string& where() const { return where_; }
  const std::string& why() const { return why_; }
  const std::string& hint() const { return hint_; }

  int exit_status() const;
  // One line: "what 'where': why (hint)". Text in it may come from a program or a file: escape before printing.
  std::string ToString() const;

 private:
  ErrorCategory category_;
  std::string what_, where_, why_, hint_;
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> Fail(ErrorCategory category, std::string what, std::string where = {}, std::string why = {},
                                   std::string hint = {}) {
  return std::unexpected(Error(category, std::move(what), std::move(where), std::move(why), std::move(hint)));
}

// "No such file or directory" for the current or the given errno.
std::string ErrnoText(int error);

}  // namespace reweave

// RW_TRY(expr): return its error from this function. RW_ASSIGN(var, expr): the same, else var is its value.
#define RW_CONCAT_(a, b) a##b
#define RW_CONCAT(a, b) RW_CONCAT_(a, b)
#define RW_TRY(expr)                                                                    \
  do {                                                                                  \
    if (auto rw_result = (expr); !rw_result) return std::unexpected(rw_result.error()); \
  } while (0)
#define RW_ASSIGN(var, expr) RW_ASSIGN_(RW_CONCAT(rw_result_, __LINE__), var, expr)
#define RW_ASSIGN_(tmp, var, expr)                          \
  auto tmp = (expr);                                        \
  if (!tmp) return std::unexpected(std::move(tmp).error()); \
  var = std::move(*tmp)
