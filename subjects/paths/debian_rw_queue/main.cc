// ReaderWriterQueue of Debian's libreaderwriterqueue-dev: blocks of a ring, one writer, one reader. Only this file is ours.
#include <readerwriterqueue/readerwriterqueue.h>

#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread writer([&] {
    for (int i = 1; i <= 2; ++i) queue.try_enqueue(i);
  });
  int sum = 0;
  std::thread reader([&] {
    for (int tries = 0, value = 0; tries < 2; ++tries)
      if (queue.try_dequeue(value)) sum += value;
  });
  writer.join();
  reader.join();
  return sum <= 3 ? 0 : 1;
}
