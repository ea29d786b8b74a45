// shows: globals, statics, heap and library state start each run as they were before the first thread
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <string>
#include <thread>
#include <vector>

static int counter = 5;
static std::vector<int>* heap = new std::vector<int>{1, 2, 3};
static char bss[100000];

static void Run() {
  static int calls;
  assert(calls++ == 0 && counter++ == 5 && heap->size() == 3);
  heap->push_back(4);
  assert(bss[99999] == 0);
  memset(bss, 1, sizeof bss);
  char text[] = "a b c";
  assert(strcmp(strtok(text, " "), "a") == 0);
  assert(getenv("REWEAVE_TARGET_TEST") == nullptr);
  setenv("REWEAVE_TARGET_TEST", "1", 1);
  srand(1);
}

int main() {
  std::thread thread(Run);
  thread.join();
  assert(counter == 6 && heap->size() == 4);
}
