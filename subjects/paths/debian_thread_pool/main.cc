// ThreadPool of Debian's libthread-pool-dev: workers with a queue each that steal from one another. Only this file is ours.
#include <thread_pool/thread_pool.hpp>

int main() {
  thread_pool::ThreadPool pool(2);
  auto one = pool.Submit([](int n) { return n + 1; }, 1);
  auto two = pool.Submit([](int n) { return n * 2; }, 2);
  return one.get() + two.get() == 6 ? 0 : 1;
}
