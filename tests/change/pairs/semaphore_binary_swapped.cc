//: what: the consumer waits for the wrong one of two semaphores
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <semaphore>
#include <thread>
static std::binary_semaphore full{0}, empty{1};
static int slot;
int main() {
  std::thread producer([] {
    empty.acquire();
    slot = 1;
    full.release();
  });
  std::thread consumer([] {
-    full.acquire();
+    empty.acquire();
    (void)*(volatile int*)&slot;
    empty.release();
  });
  producer.join();
  consumer.join();
}
