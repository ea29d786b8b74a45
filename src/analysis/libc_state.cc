#include "analysis/libc_state.h"

#include <algorithm>
#include <iterator>

namespace reweave::inline analysis {

namespace {

struct Row {
  std::string_view function, state;
  bool write = true;
};

// rand, random and strerror of glibc may be called by any thread.
constexpr Row kRows[] = {
    {"getenv", "environment", false},
    {"secure_getenv", "environment", false},
    {"setenv", "environment"},
    {"putenv", "environment"},
    {"unsetenv", "environment"},
    {"clearenv", "environment"},
    {"strtok", "state of strtok"},
    {"localtime", "result of localtime"},
    {"gmtime", "result of localtime"},
    {"asctime", "result of asctime"},
    {"ctime", "result of asctime"},
    {"drand48", "state of drand48"},
    {"lrand48", "state of drand48"},
    {"mrand48", "state of drand48"},
    {"srand48", "state of drand48"},
    {"setlocale", "locale"},
    {"localeconv", "locale", false},
    {"getpwnam", "result of getpwnam"},
    {"getpwuid", "result of getpwnam"},
    {"getpwent", "result of getpwnam"},
    {"getgrnam", "result of getgrnam"},
    {"getgrgid", "result of getgrnam"},
    {"getgrent", "result of getgrnam"},
    {"gethostbyname", "result of gethostbyname"},
    {"gethostbyaddr", "result of gethostbyname"},
    {"getservbyname", "result of getservbyname"},
    {"getservbyport", "result of getservbyname"},
    {"inet_ntoa", "result of inet_ntoa"},
    {"getlogin", "result of getlogin"},
    {"ttyname", "result of ttyname"},
    {"ptsname", "result of ptsname"},
    {"crypt", "result of crypt"},
    {"ecvt", "result of ecvt"},
    {"fcvt", "result of ecvt"},
    {"l64a", "result of l64a"},
    {"hcreate", "table of hsearch"},
    {"hsearch", "table of hsearch"},
    {"hdestroy", "table of hsearch"},
    {"getopt", "state of getopt"},
    {"getopt_long", "state of getopt"},
};

}  // namespace

std::optional<LibcState> LibcStateOf(std::string_view function) {
  const Row* row = std::ranges::find(kRows, function, &Row::function);
  if (row == std::end(kRows)) return std::nullopt;
  return LibcState{row->state, row->write};
}

}  // namespace reweave::inline analysis
