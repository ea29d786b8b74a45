// Unusual programs for pcr: chosen by the first argument.
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

struct Block {
  int a[16] = {};
};

static std::atomic<bool> ready;
static std::mutex first, second;
static Block from, to;
static int* volatile freed;

int main(int count, char** arguments) {
  const std::string which = count > 1 ? arguments[1] : "";
  if (which == "spin") {  // waits without sleeping
    std::thread waits([] {
      while (!ready) {
      }
    });
    ready = true;
    waits.join();
  } else if (which == "deadlock") {
    std::thread one([] {
      std::scoped_lock a(first);
      std::scoped_lock b(second);
    });
    std::thread two([] {
      std::scoped_lock b(second);
      std::scoped_lock a(first);
    });
    one.join();
    two.join();
  } else if (which == "bulk") {  // struct copies
    std::thread copies([] { std::memcpy(&to, &from, sizeof to); });
    std::thread writes([] { from.a[3] = 7; });
    copies.join();
    writes.join();
  } else if (which == "stack") {  // locals of main, by reference
    int local = 0;
    std::thread one([&] { local = 1; });
    std::thread two([&] { local = 2; });
    one.join();
    two.join();
  } else if (which == "free") {
    freed = new int(1);
    std::thread frees([] {
      int* mine = freed;
      freed = nullptr;
      delete mine;
    });
    std::thread uses([] {
      if (int* its = freed) *its = 2;
    });
    frees.join();
    uses.join();
  }
}
