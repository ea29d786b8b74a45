#include "compiler/pass/unseen_calls.h"

#include "compiler/pass/library_calls.h"
#include "llvm/ADT/StringMap.h"

namespace reweave::compiler {

using abi::Hidden;
using llvm::StringRef;

namespace {

llvm::StringMap<HiddenUse> MakeHidden() {
  llvm::StringMap<HiddenUse> table;
  const auto add = [&](Hidden state, bool changes, std::initializer_list<StringRef> names) {
    for (StringRef name : names) table[name] = {state, changes};
  };
  add(Hidden::kRandom, true, {"random", "srandom", "initstate", "setstate", "seed48", "lcong48"});
  add(Hidden::kTime, true, {"tzset", "getdate", "localtime64", "gmtime64", "ctime64"});
  add(Hidden::kUsers, true,
      {"getpwent", "setpwent", "endpwent", "getgrent", "setgrent", "endgrent", "fgetpwent", "fgetgrent", "getlogin", "getspnam",
       "getspent", "getutent", "getutxent", "setutxent", "getutxid", "getutxline"});
  add(Hidden::kHosts, true,
      {"gethostbyaddr", "gethostbyname2", "gethostent", "sethostent", "getservbyname", "getservbyport", "getservent",
       "getprotobyname", "getprotobynumber", "getprotoent", "getnetbyname", "getnetbyaddr", "getnetent"});
  add(Hidden::kOptions, true, {"getopt_long", "getopt_long_only"});
  add(abi::kBuffers, true,
      {"inet_ntoa", "ether_ntoa", "ether_aton", "strsignal",    "ttyname",   "ptsname", "tmpnam",  "tempnam", "ctermid",
       "cuserid",   "ecvt",       "fcvt",       "qecvt",        "qfcvt",     "crypt",   "encrypt", "setkey",  "l64a",
       "hcreate",   "hsearch",    "hdestroy",   "getmntent",    "fgetspent", "mblen",   "mbtowc",  "wctomb",  "mbrlen",
       "mbrtowc",   "wcrtomb",    "mbsrtowcs",  "wcsrtombs",    "lgamma",    "lgammaf", "gamma",   "catgets", "re_comp",
       "re_exec",   "getfsent",   "getttyent",  "getusershell", "getpass",   "sigvec"});
  add(Hidden::kLocale, true, {"_ZNSt6locale6globalERKS_", "uselocale"});
  add(Hidden::kLocale, false, {"nl_langinfo", "_ZNSt6localeC1Ev", "_ZNSt6localeC2Ev", "strcoll", "strxfrm", "wcscoll"});
  return table;
}

// A stream that is made takes the global locale.
bool MakesStream(StringRef name) {
  if (!name.consume_front("_ZNSt")) return false;
  if (name.starts_with("9basic_iosI") && name.contains("4initE")) return true;
  return name.contains("stream") && (name.contains("EC1E") || name.contains("EC2E"));
}

// They call the runtime, lock what they share by means that the runtime sees, or only count references.
bool SynchronisesItself(StringRef name) {
  for (StringRef prefix : {"__cxa_",
                           "__gxx_",
                           "_Unwind_",
                           "__assert",
                           "__clang_",
                           "__kmpc_",
                           "__tgt_",
                           "omp_",
                           "GOMP_",
                           "pthread_",
                           "sem_",
                           "mtx_",
                           "cnd_",
                           "thrd_",
                           "tss_",
                           "call_once",
                           "_Zn",
                           "_Zd",
                           "_ZNSt6thread",
                           "_ZNSt18condition_variable",
                           "_ZNSt3_V2",
                           "_ZNSt13__future_base",
                           "_ZNSt15__exception_ptr",
                           "_ZSt17rethrow_exception",
                           "_ZSt17current_exception",
                           "_ZNSt28__atomic_futex",
                           "_ZNSt10_Sp_locker",
                           "_ZNSt3pmr",
                           "_ZNSt6locale",
                           "_ZSt9terminate",
                           "_ZSt20__throw",
                           "_ZSt19__throw",
                           "_ZSt16__throw",
                           "_ZSt17__throw",
                           "_ZSt24__throw",
                           "_ZSt21__throw",
                           "_ZNSt8ios_base4Init"})
    if (name.starts_with(prefix)) return true;
  return false;
}

}  // namespace

std::optional<HiddenUse> HiddenStateOf(StringRef name) {
  static const llvm::StringMap<HiddenUse> table = MakeHidden();
  if (auto found = table.find(name); found != table.end()) return found->second;
  if (MakesStream(name)) return HiddenUse{Hidden::kLocale, false};
  return std::nullopt;
}

bool HasUnknownEffects(StringRef name, bool returns_in_memory) {
  return !name.empty() && EffectsOf(name).empty() && !IsLeaf(name) && !AsAtomicCall(name) &&
         EffectOnObject(name, returns_in_memory) == nullptr && !SynchronisesItself(name);
}

}  // namespace reweave::compiler
