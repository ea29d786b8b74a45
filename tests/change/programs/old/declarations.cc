#include <atomic>
#include <mutex>

namespace declarations {

int kept = 1;
int initial = 1;
int retyped = 1;
volatile int fast = 0;
thread_local int own = 0;
int shared_once = 0;
std::atomic<int> flag{0};
std::atomic<int> order{0};
static int hidden = 3;
const char* text = "one";
int sizes[4] = {1, 2, 3, 4};

struct Record {
  int same = 0;
  int wide = 0;
  std::atomic<int> plain{0};
  volatile int port = 0;
  static int count;
};
int Record::count = 1;
Record record;

void Uses(int x) {
  kept = x;
  initial = x + 1;
  retyped = x;
  fast = x;
  own = x;
  shared_once = x;
  hidden = x;
  Record::count = x;
}

void Atomics(int x) {
  flag = x;
  order.store(x);
  kept = order.load();
  order.fetch_add(1);
  record.plain = x;
}

void Fields(int x) {
  record.same = x;
  record.wide = x;
  record.port = x;
}

void Fence(int x) {
  kept = x;
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace declarations

int main() {}
