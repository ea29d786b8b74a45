// Changes that change nothing: 1 comments, blank lines and an unrelated function before it all; 2 a local renamed, a function added;
// 3 a member in front of the shared ones; 4 functions in another order; 5 one more thread that has nothing to do with the rest.
#include <mutex>
#include <thread>
#if V == 1


// A comment, and more lines.


#endif
#if V == 2
static int Unrelated(int a) { return a * 3; }
#endif

struct Box {
#if V == 3
  long added;
#endif
  std::mutex m;
  int x, y;
  int more[4];
};
static Box box;

#if V == 4
static void Get();
static void Get() {
  std::lock_guard<std::mutex> guard(box.m);
  int sum = box.x + box.y;
  for (int i = 0; i < 4; ++i) sum += box.more[i];
  box.x = sum;
}
#endif

static void Put(int value) {
  std::lock_guard<std::mutex> guard(box.m);
#if V == 2
  const int renamed = value + 1;
  box.x = renamed;
#else
  const int local = value + 1;
  box.x = local;
#endif
  box.y = value;
  for (int i = 0; i < 4; ++i) box.more[i] = i;
}

#if V != 4
static void Get() {
  std::lock_guard<std::mutex> guard(box.m);
  int sum = box.x + box.y;
  for (int i = 0; i < 4; ++i) sum += box.more[i];
  box.x = sum;
}
#endif

#if V == 5
static int other;
static void Other() { other = 1; }
#endif

int main() {
  std::thread a([] { Put(3); });
  std::thread b([] { Get(); });
#if V == 5
  std::thread c(Other);
#endif
  a.join();
  b.join();
#if V == 5
  c.join();
#endif
#if V == 2
  return Unrelated(0);
#endif
}
