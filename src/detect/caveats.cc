#include "detect/caveats.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "abi/suspicion.h"
#include "trace/meaning.h"

namespace reweave::detect {

namespace {

// Counters of the standard library, whose orders are its own business.
bool OfStandardLibrary(const SitePosition& position) {
  for (const char* part :
       {"__exchange_and_add", "__atomic_add", "_Sp_counted", "_M_release", "_M_add_ref", "std::thread", "__shared_ptr"})
    if (position.function.find(part) != std::string::npos) return true;
  return false;
}

const char* HiddenText(std::uint64_t state) {
  switch (static_cast<abi::Hidden>(state)) {
    case abi::Hidden::kEnvironment: return "the environment (getenv, setenv, putenv)";
    case abi::Hidden::kTokens: return "the rest of the string that strtok keeps (strtok_r keeps none)";
    case abi::Hidden::kTime: return "the buffer of localtime, gmtime, asctime and ctime (use the _r functions)";
    case abi::Hidden::kRandom: return "the state of rand, random and drand48";
    case abi::Hidden::kLocale: return "the locale (setlocale, localeconv, std::locale::global)";
    case abi::Hidden::kErrorText: return "the buffer of strerror (use strerror_r)";
    case abi::Hidden::kUsers: return "the buffer of getpwnam, getgrnam and the like (use the _r functions)";
    case abi::Hidden::kHosts: return "the buffer of gethostbyname and the like (use getaddrinfo)";
    case abi::Hidden::kOptions: return "the state of getopt";
    case abi::kFileMemory: return "memory of a file";
    case abi::kWeakExchange: return "a weak compare-exchange";
    case abi::kOwnState: return "code without hooks";
    case abi::kBuffers: return "a result or state that libc keeps for all threads (inet_ntoa, strsignal, hsearch, mbtowc, ...)";
  }
  return "state of libc";
}

bool IsState(const abi::Event& event, abi::Hidden state) {
  return event.kind == abi::EventKind::kHiddenState && event.value == static_cast<std::uint64_t>(state);
}
bool IsFileMemory(const abi::Event& event) { return IsState(event, abi::kFileMemory); }

std::string FileNameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::string ForeignPath(const std::vector<abi::Event>& events, std::size_t at) {
  std::string path;
  for (std::size_t i = at + 1; i < events.size() && events[i].kind == abi::EventKind::kText; ++i) {
    if (events[i].outcome != static_cast<std::uint8_t>(abi::TextStream::kModule)) break;
    path.append(reinterpret_cast<const char*>(&events[i].obj), std::min<std::size_t>(events[i].size, 24));
  }
  return path;
}

void Caveats::Note(const Trace& trace, const std::map<std::string, std::uint64_t>& hidden_pairs,
                   const std::vector<std::uint32_t>& suspected) {
  suspected_.insert(suspected.begin(), suspected.end());
  for (const auto& [library, pairs] : hidden_pairs) libraries_[library] = std::max(libraries_[library], pairs);
  if (weak_sites_.size() < kMostWeak) NoteOrders(trace);
  NoteHidden(trace);
}

void Caveats::NoteOrders(const Trace& trace) {
  atomics_.Clear();
  for (const abi::Event& event : trace.events.records()) {
    if (!IsAtomicAccess(event.kind)) continue;
    Atomic& atomic = atomics_[event.obj];
    if (atomic.site == 0) atomic.site = event.site + 1, atomic.tid = event.tid;
    atomic.shared |= atomic.tid != event.tid;
    atomic.written |= WritesMemory(event.kind);
    if (atomic.weak == 0 && OrderOf(event) != std::memory_order_seq_cst) atomic.weak = event.site + 1;
    if (!atomic.shared || !atomic.written || atomic.weak == 0) continue;
    if (weak_sites_.size() < kMostWeak && std::ranges::find(weak_sites_, atomic.weak - 1) == weak_sites_.end())
      weak_sites_.push_back(atomic.weak - 1);
  }
}

void Caveats::NoteHidden(const Trace& trace) {
  if (trace.preamble != preamble_) {
    preamble_ = trace.preamble;
    if (preamble_)
      for (const abi::Event& event : preamble_->events) file_memory_ |= IsFileMemory(event);
  }
  std::map<std::uint64_t, std::pair<std::set<std::uint16_t>, bool>> seen;
  std::set<std::uint32_t> called;
  trace.events.ForRecords([&](const abi::Event& event, std::uint32_t i) {
    waits_ |= event.kind == abi::EventKind::kWaitBegin;
    if (event.kind == abi::EventKind::kForeign) unseen_.insert(ForeignPath(trace.events, i));
    if (event.kind != abi::EventKind::kHiddenState) return;
    file_memory_ |= IsFileMemory(event);
    if (IsState(event, abi::kWeakExchange)) {
      tried_once_.insert(event.site);
      return;
    }
    if (IsState(event, abi::kOwnState)) called.insert(event.site);
    auto& [threads, changed] = seen[event.value];
    threads.insert(event.tid);
    changed |= event.value2 != 0;
  });
  for (const auto& [state, use] : seen) {
    if (use.first.size() < 2 || !use.second || state == static_cast<std::uint64_t>(abi::kFileMemory)) continue;
    if (state == static_cast<std::uint64_t>(abi::kOwnState)) own_state_.insert(called.begin(), called.end());
    else hidden_states_[state] = true;
  }
}

void Caveats::Merge(const Caveats& other) {
  for (const std::uint32_t site : other.weak_sites_)
    if (std::ranges::find(weak_sites_, site) == weak_sites_.end()) weak_sites_.push_back(site);
  file_memory_ |= other.file_memory_, waits_ |= other.waits_;
  suspected_.insert(other.suspected_.begin(), other.suspected_.end());
  own_state_.insert(other.own_state_.begin(), other.own_state_.end());
  tried_once_.insert(other.tried_once_.begin(), other.tried_once_.end());
  unseen_.insert(other.unseen_.begin(), other.unseen_.end());
  hidden_states_.insert(other.hidden_states_.begin(), other.hidden_states_.end());
  for (const auto& [library, pairs] : other.libraries_) libraries_[library] = std::max(libraries_[library], pairs);
}

std::vector<std::string> Caveats::Sentences(const SiteNames& used) const {
  std::vector<std::string> out;
  const auto user = std::ranges::find_if(weak_sites_, [&](std::uint32_t site) { return !OfStandardLibrary(used.Lookup(site)); });
  if (user != weak_sites_.end()) {
    const std::string variable = used.Lookup(*user).variable;
    out.push_back(
        fmt::format("executions that only memory orders weaker than seq_cst allow: the program uses such orders on atomics that "
                    "threads share ({}{}); every run is sequentially consistent",
                    variable.empty() ? "" : "`" + variable + "` at ", used.Describe(*user)));
  }
  for (const auto& [state, changed] : hidden_states_)
    out.push_back(fmt::format("orders of calls that share state of libc: two threads use {}", HiddenText(state)));
  if (file_memory_)
    out.push_back("other ways to memory that is mapped from a file (MAP_SHARED): if the same bytes are also reached through a "
                  "descriptor or "
                  "by another process, the order of these accesses is not searched");
  if (!tried_once_.empty())
    out.push_back(
        fmt::format("compare_exchange_weak that fails although the value is as expected, which it may do on other machines: "
                    "it is not tried again at {}",
                    used.Describe(*tried_once_.begin())));
  const auto places = [&](const std::set<std::uint32_t>& sites) {
    const std::size_t more = sites.size() - 1;
    return used.Describe(*sites.begin()) + (more == 0 ? "" : fmt::format(" and at {} more place{}", more, more == 1 ? "" : "s"));
  };
  if (!suspected_.empty())
    out.push_back(fmt::format("what functions without hooks do to memory that another thread uses at the same time: they got a "
                              "pointer to it at {}",
                              places(suspected_)));
  if (!own_state_.empty())
    out.push_back(fmt::format("what code without hooks does to memory of its own: threads call it at {}", places(own_state_)));
  for (const std::string& library : unseen_)
    out.push_back(fmt::format("orders of steps inside {}, which has no hooks: what it decides by itself is not searched",
                              FileNameOf(library)));
  for (const auto& [library, pairs] : libraries_)
    out.push_back(
        fmt::format("races that {} may hide: it orders its threads by means that Reweave does not see, so {} pair{} of accesses "
                    "that only it could order {} not reported; build it with reweave-c++ to have them looked at ({})",
                    FileNameOf(library), pairs, pairs == 1 ? "" : "s", pairs == 1 ? "is" : "are", library));
  return out;
}

}  // namespace reweave::detect
