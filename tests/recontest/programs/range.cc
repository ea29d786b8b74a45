// Two globals that belong together. V 1: they are set in two critical sections.
#include <mutex>
#include <thread>

int low, high;
std::mutex m;

int main() {
  std::thread writer([] {
    m.lock();
    low = 5;
#if V
    m.unlock();
    m.lock();
#endif
    high = 9;
    m.unlock();
  });
  std::thread reader([] {
    m.lock();
    int sum = low;
    sum += high;
    m.unlock();
    (void)sum;
  });
  writer.join();
  reader.join();
}
