// Trip counts of an inner loop: (2, 2) before, (3, 2) after. They come from data, so no statement changes.
#include <mutex>
#include <thread>

static std::mutex l[2];
static int v;
#if V
static const int trips[2] = {3, 2};
#else
static const int trips[2] = {2, 2};
#endif

static void Work() {
  for (int i = 0; i < 2; ++i) {
    l[i].lock();
    for (int j = 0; j < trips[i]; ++j) v = j;  // w
    l[i].unlock();
  }
}

int main() {
  std::thread worker(Work);
  worker.join();
  return v > 7;  // main
}
