// Two workers and the owner of the work come to an end, and all work was done.
#include <cassert>
#include <thread>

#include "worker.h"

int main() {
  Coordinator coordinator(2);
  Results results;
  Worker first(coordinator, results), second(coordinator, results);
  std::thread a(&Worker::run, &first), b(&Worker::run, &second);
  coordinator.put({10, 0});
  coordinator.execute();
  a.join();
  b.join();
  assert(results.count() == 1);
}
