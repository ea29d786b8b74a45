// shows: libcds: Michael-Scott queue and Treiber stack under hazard pointers
// link: -lcds
#include <atomic>
#include <cassert>
#include <cds/container/msqueue.h>
#include <cds/container/treiber_stack.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

int main() {
  cds::Initialize();
  {
    cds::gc::HP hazard_pointers(4, 4);
    cds::threading::Manager::attachThread();
    {
      cds::container::MSQueue<cds::gc::HP, int> queue;
      cds::container::TreiberStack<cds::gc::HP, int> stack;
      std::atomic<int> sum = 0;
      auto run = [&](int value) {
        cds::threading::Manager::attachThread();
        queue.enqueue(value);
        stack.push(value);
        int item = 0;
        assert(queue.dequeue(item));
        sum += item;
        assert(stack.pop(item));
        sum += item;
        cds::threading::Manager::detachThread();
      };
      std::thread a(run, 1), b(run, 2);
      a.join();
      b.join();
      assert(sum == 6 && queue.empty() && stack.empty());
    }
    cds::threading::Manager::detachThread();
  }
  cds::Terminate();
}
