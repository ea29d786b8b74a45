// shows: moodycamel::ReaderWriterQueue and its blocking form, one producer and one consumer, in order
#include <cassert>
#include <readerwriterqueue/readerwriterqueue.h>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(2);
  moodycamel::BlockingReaderWriterQueue<int> blocking(2);
  std::thread producer([&] {
    for (int i = 1; i <= 4; i++) queue.enqueue(i);
    for (int i = 1; i <= 2; i++) blocking.enqueue(i);
  });
  std::thread consumer([&] {
    int expected = 1;
    for (int item; expected <= 4;) {
      if (queue.try_dequeue(item)) assert(item == expected++);
      else std::this_thread::yield();
    }
    int item;
    blocking.wait_dequeue(item);
    assert(item == 1);
    blocking.wait_dequeue(item);
    assert(item == 2);
  });
  producer.join();
  consumer.join();
}
