#include "analysis/external_calls.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>

namespace reweave::inline analysis {

using facts::Operation;

namespace {

const std::unordered_set<std::string_view> kReturnsFirst = {"memcpy",
                                                            "memmove",
                                                            "memset",
                                                            "mempcpy",
                                                            "strcpy",
                                                            "strncpy",
                                                            "stpcpy",
                                                            "stpncpy",
                                                            "strcat",
                                                            "strncat",
                                                            "strchr",
                                                            "strrchr",
                                                            "strstr",
                                                            "strcasestr",
                                                            "strpbrk",
                                                            "memchr",
                                                            "memrchr",
                                                            "rawmemchr",
                                                            "strchrnul",
                                                            "strtok",
                                                            "fgets",
                                                            "getcwd",
                                                            "realloc",
                                                            "reallocarray",
                                                            "__dynamic_cast",
                                                            "__cxa_begin_catch",
                                                            "__cxa_get_exception_ptr",
                                                            "__memcpy_chk",
                                                            "__memmove_chk",
                                                            "__memset_chk",
                                                            "__strcpy_chk",
                                                            "__strcat_chk"};
const std::unordered_set<std::string_view> kMoves = {"memcpy", "memmove", "mempcpy", "__memcpy_chk", "__memmove_chk"};
// They keep nothing, call nothing back and return no pointer that matters.
const std::unordered_set<std::string_view> kHarmless = {"strlen",
                                                        "strnlen",
                                                        "strcmp",
                                                        "strncmp",
                                                        "strcasecmp",
                                                        "strncasecmp",
                                                        "memcmp",
                                                        "bcmp",
                                                        "printf",
                                                        "fprintf",
                                                        "sprintf",
                                                        "snprintf",
                                                        "vprintf",
                                                        "vfprintf",
                                                        "vsnprintf",
                                                        "puts",
                                                        "fputs",
                                                        "putchar",
                                                        "fputc",
                                                        "fwrite",
                                                        "fread",
                                                        "fflush",
                                                        "fclose",
                                                        "perror",
                                                        "abort",
                                                        "exit",
                                                        "_exit",
                                                        "__assert_fail",
                                                        "atoi",
                                                        "atol",
                                                        "atoll",
                                                        "atof",
                                                        "strtol",
                                                        "strtoul",
                                                        "strtoll",
                                                        "strtoull",
                                                        "strtod",
                                                        "read",
                                                        "write",
                                                        "close",
                                                        "open",
                                                        "usleep",
                                                        "time",
                                                        "clock",
                                                        "clock_gettime",
                                                        "gettimeofday",
                                                        "rand",
                                                        "srand",
                                                        "random",
                                                        "isatty",
                                                        "_ZSt9terminatev",
                                                        "_Unwind_Resume",
                                                        "__cxa_end_catch",
                                                        "__cxa_throw",
                                                        "__cxa_rethrow",
                                                        "__cxa_free_exception",
                                                        "__cxa_call_unexpected",
                                                        "__cxa_pure_virtual",
                                                        "__stack_chk_fail",
                                                        "__cxa_guard_acquire",
                                                        "__cxa_guard_release",
                                                        "__cxa_guard_abort",
                                                        "_ZSt20__throw_system_errori",
                                                        "pthread_self",
                                                        "pthread_equal",
                                                        "pthread_mutex_lock",
                                                        "__clang_call_terminate",
                                                        "strcspn",
                                                        "strspn",
                                                        "toupper",
                                                        "tolower",
                                                        "socket",
                                                        "bind",
                                                        "listen",
                                                        "accept",
                                                        "connect",
                                                        "getsockname",
                                                        "getpeername",
                                                        "setsockopt",
                                                        "getsockopt",
                                                        "shutdown",
                                                        "send",
                                                        "recv",
                                                        "sendto",
                                                        "recvfrom"};

bool StartsWithAny(std::string_view text, std::initializer_list<std::string_view> heads) {
  for (std::string_view head : heads)
    if (text.starts_with(head)) return true;
  return false;
}

// "_ZSt25__throw_bad_function_callv"; "_ZNSt6thread6_StateD2Ev", destructors of the library's own parts.
bool ThrowsOrDestroys(std::string_view name) {
  if (name.starts_with("_ZSt")) {
    const std::size_t digits = name.find_first_not_of("0123456789", 4);
    return digits != std::string_view::npos && name.substr(digits).starts_with("__throw");
  }
  return name.starts_with("_ZNSt") && (name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev"));
}

// isdigit, isspace, ...: of one character.
bool IsCharacterTest(std::string_view name) {
  constexpr std::string_view kKinds[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                         "lower", "print", "punct", "space", "upper", "xdigit"};
  return name.starts_with("is") && std::ranges::find(kKinds, name.substr(2)) != std::end(kKinds);
}

}  // namespace

ExternalModel ModelOf(const CallSite& call) {
  const std::string_view name = call.callee;
  ExternalModel out;
  if (call.operation == Operation::kThreadCreate) {
    out.thread = out.known = true;
    if (name == "pthread_create") out.routine = 2, out.argument = 3;
    else if (name == "thrd_create") out.routine = 1, out.argument = 2;
    else out.argument = 1;
    return out;
  }
  if (call.operation == Operation::kAllocate || name == "__cxa_allocate_exception") {
    out.allocates = out.known = true;
    out.result_in_argument = name == "posix_memalign";
    out.returns_first = name == "realloc";
    return out;
  }
  if (kReturnsFirst.contains(name)) out.returns_first = out.known = true;
  if (kMoves.contains(name)) out.moves = true;
  // std::map and std::set, std::list: the library's own code links the nodes.
  if (StartsWithAny(name,
                    {"_ZSt18_Rb_tree_", "_ZSt29_Rb_tree_insert", "_ZSt28_Rb_tree_rebalance", "_ZNSt8__detail15_List_node_base"}))
    out.links = out.known = true;
  if (kHarmless.contains(name) || ThrowsOrDestroys(name) || IsCharacterTest(name)) out.known = true;
  if (call.operation != Operation::kNone && call.operation != Operation::kOnce) out.known = true;
  return out;
}

}  // namespace reweave::inline analysis
