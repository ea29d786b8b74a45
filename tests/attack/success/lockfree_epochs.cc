// shows: memory that is freed two epochs after it was taken out
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> epoch{2};
static std::atomic<unsigned> active[2];  // 0: not inside, else epoch + 1
static std::atomic<int*> current{new int(7)};

static void Reader() {
  active[0].store(epoch.load() + 1);
  int seen = *current.load();
  assert(seen == 7 || seen == 8);
  active[0].store(0);
}

static void Writer() {
  int* old = current.exchange(new int(8));
  for (int i = 0; i < 2; ++i) {
    unsigned now = epoch.load();
    while (unsigned a = active[0].load()) {
      if (a == now + 1) break;
      std::this_thread::yield();
    }
    epoch.store(now + 1);
  }
  // whoever came in before the exchange has said so with an epoch that is two behind
  while (unsigned a = active[0].load()) {
    if (a == epoch.load() + 1) break;
    std::this_thread::yield();
  }
  delete old;
}

int main() {
  std::thread reader(Reader), writer(Writer);
  reader.join(), writer.join();
  delete current.load();
}
