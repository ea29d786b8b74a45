// shows: a handler of SIGABRT says where it happened and returns, on a stack of its own; an exception that nobody caught ended here
// kind: exception|abort
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
int users;
char stack[1 << 16];

void Use() {
  stack_t s{};
  s.ss_sp = stack;
  s.ss_size = sizeof stack;
  sigaltstack(&s, nullptr);
  {
    std::lock_guard held(m);
    if (++users == 2) throw std::runtime_error("two at a time");
  }
  std::lock_guard held(m);
  --users;
}
int main() {
  struct sigaction a{};
  a.sa_handler = [](int) {};
  a.sa_flags = SA_ONSTACK;
  sigaction(SIGABRT, &a, nullptr);
  std::thread t(Use);
  t.join();
  std::thread u([] {
    std::lock_guard held(m);
    ++users;
  });
  try {
    Use();
  } catch (const std::runtime_error&) {
    u.join();
    std::terminate();
  }
  u.join();
}
