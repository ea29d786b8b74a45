//: what: a wait for the worker's result becomes a wait with a limit, and its answer is not asked
//: impact: changed
//: slow: yes
//: fault: any
//: found: yes
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable done;
static int* result;
static int storage;
int main() {
  std::thread worker([] {
    std::lock_guard<std::mutex> held(mutex);
    storage = 5;
    result = &storage;
    done.notify_one();
  });
  {
    std::unique_lock<std::mutex> held(mutex);
-    done.wait(held, [] { return result != nullptr; });
+    done.wait_until(held, std::chrono::system_clock::now(), [] { return result != nullptr; });
    assert(*result == 5);
  }
  worker.join();
}
