//: what: a thread is joined before it is asked to stop
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
std::mutex mutex;
std::condition_variable_any wake;
int main() {
  std::stop_source source;
  std::thread worker([token = source.get_token()] {
    std::unique_lock<std::mutex> lock(mutex);
    wake.wait(lock, token, [] { return false; });
  });
-  source.request_stop();
  worker.join();
+  source.request_stop();
}
