#include "trace/io.h"

#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "abi/io.h"

namespace reweave::inline trace {

using abi::Event;
using abi::EventKind;

namespace {

bool TakesNumber(std::uint64_t call) {
  switch (call) {
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_socket:
    case SYS_socketpair:
    case SYS_accept:
    case SYS_accept4:
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_memfd_create: return true;
    default: return false;
  }
}

bool TakesOut(std::uint64_t call) {
  switch (call) {
    case SYS_read:
    case SYS_readv:
    case SYS_pread64:
    case SYS_preadv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_accept:
    case SYS_accept4:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_wait4:
    case SYS_waitid: return true;
    default: return false;
  }
}

constexpr std::uint64_t kEpollPwait2 = 441, kNoDescriptor = ~0ull;

std::string CallName(std::uint64_t call) {
  switch (call) {
#define RW_CALL(name) \
  case SYS_##name: return #name;
    RW_CALL(read)
    RW_CALL(write)
    RW_CALL(readv)
    RW_CALL(writev)
    RW_CALL(pread64)
    RW_CALL(pwrite64)
    RW_CALL(open)
    RW_CALL(openat)
    RW_CALL(creat)
    RW_CALL(close)
    RW_CALL(dup)
    RW_CALL(dup2)
    RW_CALL(dup3)
    RW_CALL(lseek)
    RW_CALL(fcntl)
    RW_CALL(flock)
    RW_CALL(fstat)
    RW_CALL(stat)
    RW_CALL(newfstatat)
    RW_CALL(access)
    RW_CALL(unlink)
    RW_CALL(rename)
    RW_CALL(mkdir)
    RW_CALL(rmdir)
    RW_CALL(pipe)
    RW_CALL(pipe2)
    RW_CALL(eventfd2)
    RW_CALL(socket)
    RW_CALL(socketpair)
    RW_CALL(connect)
    RW_CALL(accept)
    RW_CALL(accept4)
    RW_CALL(shutdown)
    RW_CALL(sendto)
    RW_CALL(sendmsg)
    RW_CALL(recvfrom)
    RW_CALL(recvmsg)
    RW_CALL(poll)
    RW_CALL(ppoll)
    RW_CALL(select)
    RW_CALL(pselect6)
    RW_CALL(epoll_create1)
    RW_CALL(epoll_ctl)
    RW_CALL(epoll_wait)
    RW_CALL(epoll_pwait)
    RW_CALL(wait4)
    RW_CALL(waitid)
    RW_CALL(fork)
    RW_CALL(chdir)
    RW_CALL(fchdir)
    RW_CALL(getcwd)
    RW_CALL(umask)
    RW_CALL(rt_sigtimedwait)
    RW_CALL(rt_sigaction)
    RW_CALL(rt_sigsuspend)
#undef RW_CALL
    default: return "call " + std::to_string(call);
  }
}

}  // namespace

std::string IoText(const Event& event) {
  constexpr std::uint64_t kMostDescriptors = 1 << 20;  // others name an object by its address
  const auto result = static_cast<std::int64_t>(event.value2);
  const char* error = result < 0 && result > -4096 ? strerrorname_np(static_cast<int>(-result)) : nullptr;
  std::string text = CallName(event.value);
  if (event.obj < kMostDescriptors) text += " " + std::to_string(event.obj);
  return text + " = " + (error != nullptr ? error : std::to_string(result));
}

IoUse IoUseOf(const Event& event) {
  if (event.kind != EventKind::kFdOp) return {};
  const std::uint64_t call = event.value;
  IoUse use{.is = true, .object = event.size, .looks = event.order == abi::kIoLooks, .takes_number = TakesNumber(call)};
  use.not_open = static_cast<std::int64_t>(event.value2) == -EBADF;
  use.forks = call == SYS_fork;
  if (call == SYS_rt_sigtimedwait && static_cast<std::int64_t>(event.value2) > 0) use.signal = event.value2;
  use.awaits_all = call == SYS_epoll_wait || call == SYS_epoll_pwait || call == kEpollPwait2;
  const bool by_name = event.obj == kNoDescriptor, locks = call == SYS_flock || call == SYS_fcntl;
  use.awaits = TakesOut(call) || use.looks || by_name || locks;
  use.publishes = !TakesOut(call) && !use.looks && !use.awaits_all;
  if (event.order == abi::kIoOrdersNothing) use.awaits = use.publishes = false;
  if (static_cast<std::int64_t>(event.value2) == -EINTR) {  // a signal handler ended it: it has only waited
    use.looks = true;
    use.awaits = use.awaits_all = use.publishes = false;
  }
  return use;
}

}  // namespace reweave::inline trace
