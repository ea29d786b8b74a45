// shows: a pointer to another thread's thread_local is used after that thread ended
// kind: heap
// subkind: use-after-return
#include <atomic>
#include <thread>

static thread_local int mine;
static std::atomic<int*> published;
int main() {
  std::thread a([] {
    mine = 3;
    published = &mine;
  });
  std::thread b([] {
    if (int* p = published) *p = 4;
  });
  a.join(), b.join();
}
