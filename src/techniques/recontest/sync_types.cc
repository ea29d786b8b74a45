#include "techniques/recontest/sync_types.h"

#include <algorithm>
#include <cctype>

namespace reweave::recontest {

namespace {

// Templates and nested names follow; what starts with one of these as a whole word is synchronisation.
constexpr std::string_view kTypes[] = {"mutex",
                                       "__mutex_base",
                                       "recursive_mutex",
                                       "__recursive_mutex_base",
                                       "timed_mutex",
                                       "__timed_mutex_impl",
                                       "recursive_timed_mutex",
                                       "shared_mutex",
                                       "shared_timed_mutex",
                                       "__shared_mutex_pthread",
                                       "__shared_timed_mutex_base",
                                       "condition_variable",
                                       "__condvar",
                                       "condition_variable_any",
                                       "atomic",
                                       "__atomic_base",
                                       "__atomic_float",
                                       "atomic_flag",
                                       "__atomic_flag_base",
                                       "atomic_ref",
                                       "__atomic_ref",
                                       "thread",
                                       "jthread",
                                       "this_thread",
                                       "stop_token",
                                       "stop_source",
                                       "stop_callback",
                                       "future",
                                       "promise",
                                       "shared_future",
                                       "__future_base",
                                       "__basic_future",
                                       "packaged_task",
                                       "counting_semaphore",
                                       "__atomic_semaphore",
                                       "__platform_semaphore",
                                       "latch",
                                       "barrier",
                                       "__tree_barrier",
                                       "__tree_barrier_base",
                                       "once_flag",
                                       "call_once",
                                       "unique_lock",
                                       "lock_guard",
                                       "scoped_lock",
                                       "shared_lock",
                                       "__detail",
                                       "async",
                                       "_Async_state_impl",
                                       "notify_all_at_thread_exit",
                                       "__call_proxy"};
constexpr std::string_view kC[] = {"pthread_mutex_t",
                                   "pthread_cond_t",
                                   "pthread_rwlock_t",
                                   "pthread_spinlock_t",
                                   "pthread_barrier_t",
                                   "pthread_once_t",
                                   "pthread_t",
                                   "sem_t",
                                   "mtx_t",
                                   "cnd_t",
                                   "once_flag",
                                   "__pthread_mutex_s",
                                   "__pthread_cond_s",
                                   "__pthread_rwlock_arch_t"};

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool StartsWithWord(std::string_view name, std::string_view word) {
  return name.starts_with(word) && (name.size() == word.size() || !IsWord(name[word.size()]));
}

}  // namespace

bool IsSynchronisation(std::string_view name) {
  for (const std::string_view prefix : {"const ", "volatile ", "struct ", "class ", "union "})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  if (std::ranges::any_of(kC, [&](std::string_view word) { return StartsWithWord(name, word); })) return true;
  // A function template's pretty name starts with its result.
  std::size_t at = name.find("std::");
  const std::size_t parenthesis = name.find('(');
  if (at == std::string_view::npos || (at != 0 && (at > parenthesis || name[at - 1] != ' '))) return false;
  name.remove_prefix(at + 5);
  if (name.starts_with("_V2::")) name.remove_prefix(5);
  return std::ranges::any_of(kTypes, [&](std::string_view word) { return StartsWithWord(name, word); });
}

Primitive PrimitiveOf(std::string_view callee) {
  struct Known {
    std::string_view record, function;
    Primitive primitive;
  };
  static constexpr Known kKnown[] = {
      {"std::__atomic_semaphore::", "_M_acquire(", Primitive::kSemaphoreAcquire},
      {"std::__atomic_semaphore::", "_M_try_acquire", Primitive::kSemaphoreAcquire},
      {"std::__atomic_semaphore::", "_M_release(", Primitive::kSemaphoreRelease},
      {"std::latch::", "count_down(", Primitive::kLatchArrive},
      {"std::latch::", "wait(", Primitive::kLatchWait},
      {"std::latch::", "try_wait(", Primitive::kLatchWait},
      {"std::__tree_barrier<", ">::arrive(", Primitive::kBarrierArrive},
      {"std::__tree_barrier<", ">::wait(", Primitive::kBarrierWait},
  };
  for (const Known& known : kKnown) {
    const std::size_t at = callee.find(known.record);  // a template's result comes first
    if (at == std::string_view::npos || (at != 0 && callee[at - 1] != ' ')) continue;
    const std::string_view rest = callee.substr(at + known.record.size());
    // The parameters may name anything.
    if (known.record.back() == ':' ? rest.starts_with(known.function) : rest.find(known.function) < rest.find('('))
      return known.primitive;
  }
  return Primitive::kNone;
}

bool IsFutureStatus(std::string_view variable) {
  return variable.ends_with("_State_baseV2::_M_status") || variable.starts_with("std::__atomic_futex_unsigned<");
}

}  // namespace reweave::recontest
