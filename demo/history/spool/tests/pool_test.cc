#include "spool/thread_pool.h"

#include <atomic>
#include <mutex>
#include <stdexcept>

#include "case.h"

using spool::ThreadPool;

CASE(RunsATask) {
  std::atomic<int> ran{0};
  ThreadPool pool({1, 4});
  pool.Submit([&] { ++ran; });
  pool.Wait();
  assert(ran == 1);
}

CASE(RunsAllBeforeStop) {
  std::atomic<int> ran{0};
  {
    ThreadPool pool({2, 4});
    pool.Submit([&] { ++ran; });
    pool.Submit([&] { ++ran; });
  }
  assert(ran == 2);
}

CASE(StopTwice) {
  ThreadPool pool({1, 4});
  pool.Stop();
  pool.Stop();
}

CASE(RefusesAfterStop) {
  ThreadPool pool({1, 4});
  pool.Stop();
  assert(!pool.Submit([] {}));
  pool.Wait();
  assert(pool.statistics().submitted == 0);
}

CASE(WaitsForAll) {
  std::atomic<int> ran{0};
  ThreadPool pool({2, 4});
  pool.Submit([&] { ++ran; });
  pool.Submit([&] { ++ran; });
  pool.Wait();
  assert(ran == 2);
}

CASE(CountsSubmitted) {
  ThreadPool pool({1, 4});
  pool.Submit([] {});
  pool.Submit([] {});
  pool.Wait();
  assert(pool.statistics().submitted == 2);
}

CASE(CountsFailures) {
  ThreadPool pool({1, 4});
  pool.Submit([] { throw std::runtime_error("no"); });
  pool.Submit([] {});
  pool.Wait();
  assert(pool.statistics().failed == 1);
  assert(pool.statistics().completed == 1);
}

CASE(StatisticsWhileRunning) {
  ThreadPool pool({2, 4});
  pool.Submit([] {});
  pool.Submit([] {});
  const auto now = pool.statistics();
  assert(now.completed + now.failed <= now.submitted);
  pool.Wait();
  assert(pool.statistics().completed == 2);
}

CASE(TasksShareData) {
  std::mutex mutex;
  int sum = 0;
  ThreadPool pool({2, 4});
  for (int i = 1; i <= 2; ++i)
    pool.Submit([&, i] {
      std::lock_guard<std::mutex> lock(mutex);
      sum += i;
    });
  pool.Wait();
  assert(sum == 3);
}

CASE(SmallBacklog) {
  std::atomic<int> ran{0};
  ThreadPool pool({1, 1});
  for (int i = 0; i < 3; ++i) pool.Submit([&] { ++ran; });
  pool.Wait();
  assert(ran == 3);
}

CASE(SubmitFromATask) {
  std::atomic<int> ran{0};
  ThreadPool pool({1, 4});
  pool.Submit([&] {
    ++ran;
    pool.Submit([&] { ++ran; });
  });
  pool.Wait();
  assert(ran == 2);
}

CASES_MAIN()
