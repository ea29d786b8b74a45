#include <atomic>
#include <mutex>

namespace declarations {

int kept = 1;
int initial = 2;
long retyped = 1;
int fast = 0;
int own = 0;
thread_local int shared_once = 0;
int flag{0};
std::atomic<int> order{0};
static int hidden = 4;
const char* text = "two";
int sizes[4] = {1, 2, 3, 5};
int added = 0;
//! field declarations::initial 2
//! field declarations::retyped 2
//! field declarations::fast 2
//! field declarations::own 2
//! field declarations::shared_once 2
//! field declarations::flag 2
//! field declarations::hidden 2
//! field declarations::text 2
//! field declarations::sizes 2
//! field declarations::added 2
//! field declarations::order 3
//! field declarations::kept 3

struct Record {
  int same = 0;
  long wide = 0;
  int plain{0};
  int port = 0;
  static int count;
  int more = 0;
};
int Record::count = 2;
Record record;
//! field declarations::Record::wide 2
//! field declarations::Record::plain 2
//! field declarations::Record::port 2
//! field declarations::Record::count 2
//! field declarations::Record::more 2

void Uses(int x) {
  kept = x;
  initial = x + 1;
  retyped = x;  // @0
  fast = x;  // @0
  own = x;  // @0
  shared_once = x;  // @0
  hidden = x;
  Record::count = x;
}

void Atomics(int x) {
  flag = x;  // @0
  order.store(x, std::memory_order_relaxed);  // @0
  kept = order.load(std::memory_order_acquire);  // @0
  order.fetch_add(1);
  record.plain = x;  // @0
}

void Fields(int x) {
  record.same = x;
  record.wide = x;  // @0
  record.port = x;  // @0
}

void Fence(int x) {
  kept = x;
  std::atomic_thread_fence(std::memory_order_release);  // @0
}

}  // namespace declarations

int main() {}
