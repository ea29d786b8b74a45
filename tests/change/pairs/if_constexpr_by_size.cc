//: what: a template decides at compile time by the size of its type; the limit is larger now
//: impact: changed
//: tests: small wide
//: select: wide
//: args: wide
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
template <typename T>
void Add(T& to) {
-  if constexpr (sizeof(T) > 4) {
+  if constexpr (sizeof(T) > 8) {
    std::lock_guard<std::mutex> held(mutex);
    to += 1;
  } else {
    __atomic_fetch_add(&to, 1, __ATOMIC_SEQ_CST);
  }
}
static int small;
static long wide;
int main(int argc, char** argv) {
  const bool is_small = argc > 1 && std::string(argv[1]) == "small";
  auto work = [=] {
    if (is_small) Add(small);
    else Add(wide);
  };
  std::thread a(work), b([=] {
    if (is_small) return;
    std::lock_guard<std::mutex> held(mutex);
    wide += 5;
  });
  a.join();
  b.join();
}
