// An object that only main used, and now a thread, too: what main does with it is not new.
#include <thread>

struct Box {
  int a, b;
};

int main() {
  Box* box = new Box;
  box->a = 1;
  box->b = 2;
  std::thread t([=] {
#if V
    if (box->a > 5) __builtin_trap();
#endif
  });
  t.join();
  delete box;
}
