#include "compiler/pass/library_calls.h"

#include "abi/hooks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace reweave::compiler {
namespace {

using llvm::StringRef;
using Effects = llvm::SmallVector<Effect, 3>;

constexpr Effect Read(std::uint8_t argument, Extent extent, std::uint8_t size = 0) { return {argument, false, extent, size, 0}; }
constexpr Effect Write(std::uint8_t argument, Extent extent, std::uint8_t size = 0, std::uint8_t other = 0) {
  return {argument, true, extent, size, other};
}

constexpr std::uint8_t kStat = 144;  // sizeof(struct stat)

// Buffers that are listed in memory: an array of struct iovec, a struct msghdr.
template <typename Add>
void AddVectors(Add add) {
  using enum Extent;
  add({"readv", "preadv", "preadv64", "preadv2", "preadv64v2"}, {Write(1, kVector, 2)});
  add({"writev", "pwritev", "pwritev64", "pwritev2", "pwritev64v2", "vmsplice"}, {Read(1, kVector, 2)});
  add({"recvmsg"}, {Write(1, kMessage)});
  add({"sendmsg"}, {Read(1, kMessage)});
  add({"recvmmsg"}, {Write(1, kMessages, 2)});
  add({"sendmmsg"}, {Read(1, kMessages, 2)});
}

// Functions that answer in structures of the caller, which may leave out those that it does not want.
template <typename Add>
void AddAnswers(Add add) {
  using enum Extent;
  add({"stat", "lstat", "fstat", "stat64", "lstat64", "fstat64"}, {Write(1, kBytes, kStat)});
  add({"fstatat", "fstatat64"}, {Write(2, kBytes, kStat)});
  add({"pipe", "pipe2"}, {Write(0, kBytes, 8)});
  add({"socketpair"}, {Write(3, kBytes, 8)});
  add({"poll", "ppoll", "__poll_chk"}, {Write(0, kItems, 1, 8)});
  add({"select", "pselect"}, {Write(1, kBytes, 8), Write(2, kBytes, 8), Write(3, kBytes, 8)});
  add({"epoll_wait", "epoll_pwait", "epoll_pwait2"}, {Write(1, kFirst, 2)});
  add({"epoll_ctl"}, {Read(3, kBytes, 12)});
  add({"accept", "accept4", "getsockname", "getpeername"}, {Write(1, kBytes, 2), Write(2, kBytes, 4)});
  add({"getsockopt"}, {Write(4, kBytes, 4)});
  add({"time"}, {Write(0, kBytes, 8)});
  add({"mktime", "timegm", "timelocal"}, {Write(0, kBytes, 36)});
  add({"timespec_get"}, {Write(0, kBytes, 16)});
  add({"clock_getres"}, {Write(1, kBytes, 16)});
  add({"nanosleep"}, {Read(0, kBytes, 16)});
  add({"clock_nanosleep"}, {Read(2, kBytes, 16)});
  add({"times", "uname"}, {Write(0, kBytes, 16)});
  add({"getrusage", "getrlimit", "getrlimit64"}, {Write(1, kBytes, 16)});
  add({"setrlimit", "setrlimit64"}, {Read(1, kBytes, 16)});
  add({"waitpid", "wait4"}, {Write(1, kBytes, 4)});
  add({"rand_r"}, {Write(0, kBytes, 4)});
  add({"erand48", "nrand48", "jrand48"}, {Write(0, kBytes, 6)});
  add({"sigemptyset", "sigfillset", "sigaddset", "sigdelset"}, {Write(0, kBytes, 8)});
  add({"sigismember"}, {Read(0, kBytes, 8)});
  add({"sigwait"}, {Read(0, kBytes, 8), Write(1, kBytes, 4)});
  add({"sigaction"}, {Read(1, kBytes, 8), Write(2, kBytes, 8)});
  add({"sigprocmask", "pthread_sigmask"}, {Read(1, kBytes, 8), Write(2, kBytes, 8)});
  add({"timerfd_settime"}, {Read(2, kBytes, 32), Write(3, kBytes, 32)});
  add({"timerfd_gettime"}, {Write(1, kBytes, 32)});
  add({"eventfd_read"}, {Write(1, kBytes, 8)});
  add({"sem_getvalue"}, {Write(1, kBytes, 4)});
  add({"sched_getparam"}, {Write(1, kBytes, 4)});
  add({"pthread_getcpuclockid"}, {Write(1, kBytes, 4)});
}

// Functions that read or make texts. Of what they make, its first byte is certain.
template <typename Add>
void AddTexts(Add add) {
  using enum Extent;
  add({"strsep"}, {Write(0, kBytes, 8)});
  add({"strtok_r", "__strtok_r"}, {Write(2, kBytes, 8)});
  add({"__xpg_strerror_r", "ttyname_r"}, {Write(1, kFirst, 2)});
  add({"readlink"}, {Read(0, kString), Write(1, kFirst, 2)});
  add({"realpath"}, {Read(0, kString), Write(1, kBytes, 1)});
  add({"mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "mkdtemp", "mkostemp", "mkostemp64", "mkostemps", "mkostemps64",
       "mktemp"},
      {Write(0, kCopyOfString, 0, 0)});
  add({"open", "open64", "creat", "access", "unlink", "rmdir", "mkdir", "chdir", "opendir", "truncate", "chmod", "mkfifo",
       "getenv", "system", "popen", "perror"},
      {Read(0, kString)});
  add({"fopen", "fopen64", "setenv"}, {Read(0, kString), Read(1, kString)});
  add({"openat", "openat64", "unlinkat", "mkdirat", "faccessat"}, {Read(1, kString)});
  add({"fputs_unlocked"}, {Read(0, kString)});
  add({"strxfrm"}, {Read(1, kString), Write(0, kFirst, 2)});
  add({"memccpy"}, {Write(0, kFirst, 3)});
  add({"swab"}, {Read(0, kArgument, 2), Write(1, kArgument, 2)});
  add({"strlcpy", "strlcat"}, {Read(1, kString), Write(0, kFirst, 2)});
  add({"strcasestr"}, {Read(0, kString), Read(1, kString)});
  add({"inet_pton"}, {Read(1, kString), Write(2, kBytes, 4)});
  add({"inet_addr", "gethostbyname"}, {Read(0, kString)});
  add({"inet_aton"}, {Read(0, kString), Write(1, kBytes, 4)});
  add({"getaddrinfo"}, {Read(0, kString), Read(1, kString), Write(3, kBytes, 8)});
}

// Functions that use a stream of C. Each locks it, so that it does not race, but their order matters.
template <typename Add>
void AddStreams(Add add) {
  const auto on = [](std::uint8_t argument, std::uint8_t locks = 0) { return Effect{argument, true, Extent::kStream, locks, 0}; };
  add({"flockfile", "ftrylockfile", "funlockfile"}, {on(0, 1)});
  add({"fseek", "fseeko", "ftell", "ftello", "rewind", "fgetc", "getc", "_IO_getc", "fflush", "fclose", "feof", "ferror",
       "clearerr", "vfprintf", "fprintf", "fscanf", "__isoc99_fscanf", "__isoc23_fscanf"},
      {on(0)});
  add({"fputc", "putc", "_IO_putc", "ungetc", "__fprintf_chk", "__vfprintf_chk"}, {on(1)});
  // These have effects of their own, too.
  add({"fputs"}, {Read(0, Extent::kString), on(1)});
  add({"fgets"}, {Write(0, Extent::kFirst, 1), on(2)});
  add({"fread"}, {Write(0, Extent::kProduct, 1, 2), on(3)});
  add({"fwrite"}, {{0, false, Extent::kProduct, 1, 2}, on(3)});
  add({"getline"}, {Write(0, Extent::kBytes, 8), Write(1, Extent::kBytes, 8), on(2)});
  add({"getdelim", "__getdelim"}, {Write(0, Extent::kBytes, 8), Write(1, Extent::kBytes, 8), on(3)});
  add({"fgetpos", "fgetpos64"}, {Write(1, Extent::kBytes, 8), on(0)});
  add({"fsetpos", "fsetpos64"}, {Read(1, Extent::kBytes, 8), on(0)});
}

// Lists of the C++ library: their nodes begin with two pointers, to the next and to the one before. Who takes a node in or out
// also writes its neighbours, which a thread that walks along the list reads.
template <typename Add>
void AddLists(Add add) {
  using enum Extent;
  constexpr std::uint8_t kNext = 0, kBefore = 8, kLinks = 16;
  const auto links = [](std::uint8_t node) { return Write(node, kBytes, kLinks); };
  const auto next_of_the_one_before = [](std::uint8_t node) { return Write(node, kLinked, kNext, kBefore); };
  const auto before_of_the_next = [](std::uint8_t node) { return Write(node, kLinked, kBefore, kNext); };
  add({"_ZNSt8__detail15_List_node_base7_M_hookEPS0_"}, {links(0), links(1), next_of_the_one_before(1)});
  add({"_ZNSt8__detail15_List_node_base9_M_unhookEv"}, {links(0), next_of_the_one_before(0), before_of_the_next(0)});
  // The first and the last stand for all of them.
  add({"_ZNSt8__detail15_List_node_base10_M_reverseEv"},
      {links(0), Write(0, kLinked, kLinks, kNext), Write(0, kLinked, kLinks, kBefore)});
  add({"_ZNSt8__detail15_List_node_base4swapERS0_S1_"},
      {links(0), next_of_the_one_before(0), before_of_the_next(0), links(1), next_of_the_one_before(1), before_of_the_next(1)});
  add({"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_"},
      {links(0), next_of_the_one_before(0), links(1), next_of_the_one_before(1), links(2), next_of_the_one_before(2)});
}

// Functions that fill a buffer of the caller, or take from it what they send or print. How much is written is known afterwards
// only, except for what is certain.
template <typename Add>
void AddOutput(Add add) {
  using enum Extent;
  add({"read", "pread", "pread64", "recv", "recvfrom", "__read_chk", "__pread_chk", "__pread64_chk", "__recv_chk"},
      {Write(1, kArgument, 2)});
  add({"write", "pwrite", "pwrite64", "send", "sendto"}, {Read(1, kArgument, 2)});
  add({"getrandom"}, {Write(0, kArgument, 1)});
  add({"fread_unlocked"}, {Write(0, kProduct, 1, 2)});
  add({"fwrite_unlocked"}, {{0, false, kProduct, 1, 2}});
  add({"sscanf", "__isoc99_sscanf", "__isoc23_sscanf"}, {Read(0, kString)});
  add({"__fgets_chk", "getcwd", "gethostname", "strftime"}, {Write(0, kFirst, 1)});
  add({"snprintf", "vsnprintf", "__snprintf_chk", "__vsnprintf_chk"}, {Write(0, kFirst, 1)});
  add({"sprintf", "vsprintf", "__sprintf_chk", "__vsprintf_chk"}, {Write(0, kBytes, 1)});
  add({"asprintf", "vasprintf", "__asprintf_chk", "__vasprintf_chk"}, {Write(0, kBytes, 8)});
  add({"_ZSt8to_charsPcS_f", "_ZSt8to_charsPcS_d", "_ZSt8to_charsPcS_e", "_ZSt8to_charsPcS_fSt12chars_format",
       "_ZSt8to_charsPcS_dSt12chars_format", "_ZSt8to_charsPcS_eSt12chars_format", "_ZSt8to_charsPcS_fSt12chars_formati",
       "_ZSt8to_charsPcS_dSt12chars_formati", "_ZSt8to_charsPcS_eSt12chars_formati"},
      {Write(0, kBytes, 1)});
  add({"ctime_r", "asctime_r"}, {Write(1, kBytes, 1)});
  add({"inet_ntop"}, {Write(2, kBytes, 1)});
  add({"localtime_r", "gmtime_r"}, {Read(0, kBytes, 8), Write(1, kBytes, 36)});  // up to tm_isdst
  add({"clock_gettime"}, {Write(1, kBytes, 16)});
  add({"gettimeofday"}, {Write(0, kBytes, 16)});
  add({"qsort", "qsort_r"}, {Write(0, kProduct, 1, 2)});
  AddVectors(add);
  AddAnswers(add);
  AddTexts(add);
  AddStreams(add);
  AddLists(add);
  // Trees (std::map, std::set): a node begins with its colour and three pointers, and so does the tree itself. Which nodes are
  // turned is not known, but every search begins at the tree.
  constexpr std::uint8_t kNode = 32;
  add({"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"},
      {Write(1, kBytes, kNode), Write(2, kBytes, kNode), Write(3, kBytes, kNode)});
  add({"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"}, {Write(0, kBytes, kNode), Write(1, kBytes, kNode)});
  add({"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
       "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base"},
      {Read(0, kBytes, kNode)});
}

// Of those with known effects: they wait, lock or call back.
bool GoesOn(StringRef name) {
  static const llvm::StringSet<> kNames = [] {
    llvm::StringSet<> names;
    AddOutput([&](std::initializer_list<StringRef> list, const Effects&) { names.insert(list.begin(), list.end()); });
    for (const char* name : {"strdup", "strndup", "puts"}) names.insert(name);
    return names;
  }();
  return kNames.contains(name) && !name.starts_with("_ZNSt8__detail15_List_node_base") && !name.contains("_Rb_tree_");
}

llvm::StringMap<Effects> MakeTable() {
  using enum Extent;
  llvm::StringMap<Effects> table;
  auto add = [&](std::initializer_list<StringRef> names, Effects effects) {
    for (StringRef name : names) table[name] = effects;
  };
  add({"memcpy", "memmove", "mempcpy", "__memcpy_chk", "__memmove_chk", "__mempcpy_chk"},
      {Read(1, kArgument, 2), Write(0, kArgument, 2)});
  add({"bcopy"}, {Read(0, kArgument, 2), Write(1, kArgument, 2)});
  add({"memset", "__memset_chk", "explicit_bzero_n"}, {Write(0, kArgument, 2)});
  add({"bzero", "explicit_bzero"}, {Write(0, kArgument, 1)});
  add({"memcmp", "bcmp"}, {Read(0, kArgument, 2), Read(1, kArgument, 2)});
  add({"memchr", "memrchr"}, {Read(0, kArgument, 2)});
  add({"memmem"}, {Read(0, kArgument, 1), Read(2, kArgument, 3)});
  add({"strlen", "strdup", "strchr", "strrchr", "strchrnul", "atoi", "atol", "atoll", "atof", "puts"}, {Read(0, kString)});
  add({"strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "strtold", "__isoc23_strtol", "__isoc23_strtoul",
       "__isoc23_strtoll", "__isoc23_strtoull"},
      {Read(0, kString), Write(1, kBytes, 8)});
  add({"strnlen", "strndup"}, {Read(0, kStringMax, 1)});
  add({"strcmp", "strcasecmp", "strcoll", "strstr", "strspn", "strcspn", "strpbrk"}, {Read(0, kString), Read(1, kString)});
  add({"strncmp", "strncasecmp"}, {Read(0, kStringMax, 2), Read(1, kStringMax, 2)});
  add({"strcpy", "stpcpy", "__strcpy_chk", "__stpcpy_chk"}, {Read(1, kString), Write(0, kCopyOfString, 0, 1)});
  add({"strncpy", "stpncpy", "__strncpy_chk", "__stpncpy_chk"}, {Read(1, kStringMax, 2), Write(0, kArgument, 2)});
  add({"strcat", "__strcat_chk"}, {Read(1, kString), Read(0, kString), Write(0, kAppended, 0, 1)});
  add({"strncat", "__strncat_chk"}, {Read(1, kStringMax, 2), Read(0, kString), Write(0, kAppendedMax, 2, 1)});
  add({"modf"}, {Write(1, kBytes, 8)});
  add({"modff", "frexp", "frexpf", "frexpl", "lgamma_r", "lgammaf_r"}, {Write(1, kBytes, 4)});
  add({"remquo", "remquof", "remquol"}, {Write(2, kBytes, 4)});
  add({"sincos"}, {Write(1, kBytes, 8), Write(2, kBytes, 8)});
  add({"sincosf"}, {Write(1, kBytes, 4), Write(2, kBytes, 4)});
  AddOutput(add);
  return table;
}

const llvm::StringMap<Effects>& Table() {
  static const llvm::StringMap<Effects> table = MakeTable();
  return table;
}

}  // namespace

llvm::ArrayRef<Effect> EffectsOf(StringRef name) {
  auto found = Table().find(name);
  if (found == Table().end()) return {};
  return found->second;
}

namespace {

// The pointer and length of a string; the start of everything else.
constexpr std::uint8_t kStringBytes = 16, kOtherBytes = 8;

// By argument, whether it writes, and whether it is a string.
const Effect* OnObject(bool second, bool writes, bool is_string) {
  static constexpr auto kMake = [](std::uint8_t argument, bool writes, std::uint8_t bytes) {
    return Effect{argument, writes, Extent::kObject, bytes, 0};
  };
  static constexpr Effect kEffects[2][2][2] = {{{kMake(0, false, kOtherBytes), kMake(0, false, kStringBytes)},
                                                {kMake(0, true, kOtherBytes), kMake(0, true, kStringBytes)}},
                                               {{kMake(1, false, kOtherBytes), kMake(1, false, kStringBytes)},
                                                {kMake(1, true, kOtherBytes), kMake(1, true, kStringBytes)}}};
  return &kEffects[second][writes][is_string];
}

// Functions of std::string that are not const and change nothing by themselves.
bool OnlyReaches(StringRef function) {
  for (StringRef name : {"5beginEv", "3endEv", "6rbeginEv", "4rendEv", "ixEm", "2atEm", "5frontEv", "4backEv", "4dataEv",
                         "13_M_local_dataEv", "9_M_createE"})
    if (function.starts_with(name)) return true;
  return false;
}

// Of the functions of a class: const ones read, others write. Constructors have an object that nobody else knows yet, and static
// functions have none.
std::optional<bool> Writes(StringRef name, StringRef scope, bool is_string) {
  const bool constant = name.consume_front("_ZNK");
  if (!constant && !name.consume_front("_ZN")) return std::nullopt;
  if (!name.consume_front(scope)) return std::nullopt;
  if (name.starts_with("C1") || name.starts_with("C2") || name.contains("_S_")) return std::nullopt;
  return !constant && !(is_string && OnlyReaches(name));
}

}  // namespace

const Effect* EffectOnObject(StringRef name, bool returns_in_memory) {
  if (!name.starts_with("_Z")) return nullptr;
  if (auto writes = Writes(name, "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE", true))
    return OnObject(returns_in_memory, *writes, true);
  for (StringRef scope : {"So", "Si", "Sd", "St7__cxx1119basic_ostringstreamIc", "St7__cxx1119basic_istringstreamIc",
                          "St7__cxx1118basic_stringstreamIc", "St14basic_ofstreamIc", "St14basic_ifstreamIc",
                          "St13basic_fstreamIc", "St3pmr25monotonic_buffer_resource", "St3pmr28unsynchronized_pool_resource"})
    if (auto writes = Writes(name, scope, false)) return OnObject(returns_in_memory, *writes, false);
  for (StringRef function : {"_ZStlsI", "_ZStrsI", "_ZSt16__ostream_insertI", "_ZSt7getlineI", "_ZSt4endlI", "_ZSt5flushI"})
    if (name.starts_with(function)) return OnObject(false, true, false);
  return nullptr;
}

const Effect* EffectOnResource(StringRef caller) {
  static constexpr Effect kEffect{0, true, Extent::kResource, 0, 0};
  return caller == "_ZNSt3pmr15memory_resource8allocateEmm" || caller == "_ZNSt3pmr15memory_resource10deallocateEPvmm" ? &kEffect
                                                                                                                       : nullptr;
}

bool IsStandardStream(StringRef variable) {
  if (!variable.consume_front("_ZSt")) return false;
  return variable == "4cout" || variable == "4cerr" || variable == "4clog" || variable == "3cin" || variable == "5wcout" ||
         variable == "5wcerr" || variable == "5wclog" || variable == "4wcin";
}

std::optional<AtomicCall> AsAtomicCall(StringRef name) {
  if (!name.consume_front("__atomic_")) return std::nullopt;
  unsigned size = 0;
  auto [stem, suffix] = name.rsplit('_');
  if (!suffix.getAsInteger(10, size)) name = stem;
  unsigned at = size ? 0 : 1;  // the generic forms take the size first
  AtomicCall call{};
  call.size = size;
  if (!size) call.size_argument = 0;
  call.pointer = at;
  if (name == "load") {
    call.op = abi::kAtomicLoad;
    call.order = size ? 1 : 3;
  } else if (name == "store") {
    call.op = abi::kAtomicStore;
    call.order = size ? 2 : 3;
    if (size) call.value = 1;
  } else if (name == "exchange") {
    call.op = abi::kAtomicRmw;
    call.order = size ? 2 : 4;
  } else if (name == "compare_exchange") {
    call.op = abi::kAtomicCas;
    call.order = size ? 3 : 4;
    call.failure = call.order + 1;
  } else if (name.starts_with("fetch_") || name.ends_with("_fetch")) {
    if (!size) return std::nullopt;
    call.op = abi::kAtomicRmw;
    call.order = 2;
  } else {
    return std::nullopt;
  }
  return call;
}

bool KeepsNoPointer(StringRef name) {
  if (AsAtomicCall(name)) return true;
  static const llvm::StringSet<> kReturnsIt = {
      "memcpy",   "memmove",   "memset",          "strcpy",           "strncpy",          "strcat",
      "strncat",  "memchr",    "strchr",          "strrchr",          "strstr",           "strpbrk",
      "mempcpy",  "stpcpy",    "stpncpy",         "memmem",           "memrchr",          "strchrnul",
      "strtol",   "strtoul",   "strtoll",         "strtoull",         "strtod",           "fgets",
      "strtof",   "strtold",   "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull",
      "getcwd",   "ctime_r",   "qsort",           "asctime_r",        "inet_ntop",        "localtime_r",
      "gmtime_r", "qsort_r",   "strtok_r",        "strsep",           "realpath",         "mkdtemp",
      "memccpy",  "strcasestr"};
  StringRef plain = name;
  if (plain.consume_front("__")) plain.consume_back("_chk");
  if (kReturnsIt.contains(name) || kReturnsIt.contains(plain)) return false;
  return !EffectsOf(name).empty() && !name.starts_with("_Z");
}

bool IsLeaf(StringRef name) {
  if (!EffectsOf(name).empty() && !GoesOn(name)) return true;
  if (AsAtomicCall(name)) return true;
  static const llvm::StringSet<> kLeaves = {"__cxa_begin_catch",
                                            "__cxa_end_catch",
                                            "__cxa_allocate_exception",
                                            "__cxa_free_exception",
                                            "__cxa_get_exception_ptr",
                                            "_Unwind_Resume",
                                            "__clang_call_terminate",
                                            "__dynamic_cast",
                                            "__errno_location",
                                            "__ctype_b_loc",
                                            "__ctype_tolower_loc",
                                            "__ctype_toupper_loc",
                                            "tolower",
                                            "toupper",
                                            "isalpha",
                                            "isdigit",
                                            "isspace",
                                            "isalnum",
                                            "isupper",
                                            "islower",
                                            "abs",
                                            "labs",
                                            "llabs",
                                            "div",
                                            "ldiv",
                                            "__stack_chk_fail",
                                            "__cxa_bad_typeid",
                                            "sin",
                                            "cos",
                                            "tan",
                                            "asin",
                                            "acos",
                                            "atan",
                                            "atan2",
                                            "sinh",
                                            "cosh",
                                            "tanh",
                                            "exp",
                                            "exp2",
                                            "expm1",
                                            "log",
                                            "log2",
                                            "log10",
                                            "log1p",
                                            "pow",
                                            "sqrt",
                                            "cbrt",
                                            "hypot",
                                            "fabs",
                                            "floor",
                                            "ceil",
                                            "round",
                                            "trunc",
                                            "fmod",
                                            "remainder",
                                            "lround",
                                            "llround",
                                            "rint",
                                            "nearbyint",
                                            "ldexp",
                                            "frexp",
                                            "modf",
                                            "sinf",
                                            "cosf",
                                            "tanf",
                                            "expf",
                                            "logf",
                                            "powf",
                                            "sqrtf",
                                            "fabsf",
                                            "floorf",
                                            "ceilf",
                                            "roundf",
                                            "fmodf",
                                            "fmin",
                                            "fmax",
                                            "fminf",
                                            "fmaxf",
                                            "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base"};
  return kLeaves.contains(name);
}

}  // namespace reweave::compiler
