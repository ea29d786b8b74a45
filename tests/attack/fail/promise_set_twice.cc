// shows: two threads that may both be the first to have the answer
// kind: exception
#include <atomic>
#include <future>
#include <thread>

static std::promise<int> answer;
static std::atomic<bool> done;

static void Try(int v) {
  if (!done) {
    answer.set_value(v);
    done = true;
  }
}

int main() {
  auto future = answer.get_future();
  std::thread a(Try, 1), b(Try, 2);
  a.join(), b.join();
  return future.get() > 2;
}
