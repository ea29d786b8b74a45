// What a thread reads decides something, and no branch of the program shows it; or it decides that the process ends, and no other
// thread goes on after that. The argument says what.
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace {

std::mutex m;
int number = 0;

int Get() {
  std::lock_guard lock(m);
  return number;
}
void Set(int value) {
  std::lock_guard lock(m);
  number = value;
}
void SetTwice() {
  Set(1);
  Set(2);
}

void Nothing() {}
void EndsBy3() { _Exit(3); }
void EndsBy4() { _Exit(4); }
void (*const kTable[])() = {Nothing, EndsBy3, EndsBy4};

struct Base {
  virtual void Do() {}
};
struct Fifth : Base {
  void Do() override { _Exit(5); }
};
struct Sixth : Base {
  void Do() override { _Exit(6); }
};
Base base;
Fifth fifth;
Sixth sixth;
Base* const kObjects[] = {&base, &fifth, &sixth};

void JumpsTo(int label) {
  static const void* const kLabels[] = {&&nothing, &&third, &&fourth};
  goto* kLabels[label];
third:
  _Exit(3);
fourth:
  _Exit(4);
nothing:
  return;
}

// The other thread waits for the lock whose release comes with the abort.
void FailsIfItSaw1() {
  const int first = Get(), second = Get();
  if (first == 1 && second == 2) _Exit(7);
  if (first == 1) abort();
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  std::thread other(SetTwice);
  int status = 0;
  if (std::strcmp(what, "table") == 0) kTable[Get()]();
  else if (std::strcmp(what, "virtual") == 0) kObjects[Get()]->Do();
  else if (std::strcmp(what, "goto") == 0) JumpsTo(Get());
  else if (std::strcmp(what, "exit") == 0) _Exit(Get());
  else if (std::strcmp(what, "returned") == 0) status = Get();
  else if (std::strcmp(what, "fails") == 0) FailsIfItSaw1();
  other.join();
  return status;
}
