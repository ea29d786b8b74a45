// shows: the queue is freed by the owner while a worker wakes up in it
// kind: heap
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Queue {
  std::mutex lock;
  std::condition_variable changed;
  bool closed = false;
  int left = 3;
};

int main() {
  Queue* queue = new Queue;
  std::thread worker([queue] {
    {
      std::unique_lock hold(queue->lock);
      queue->changed.wait(hold, [queue] { return queue->closed; });
    }
    queue->left = 0;
  });
  {
    std::lock_guard guard(queue->lock);
    queue->closed = true;
    queue->changed.notify_all();
  }
  {
    std::lock_guard guard(queue->lock);  // "the worker must be through by now"
  }
  delete queue;
  worker.join();
}
