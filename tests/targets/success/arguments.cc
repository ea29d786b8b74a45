// shows: the program's arguments arrive as given
// args: one "two words" --flag=3
// args: one "two words" --flag=3 last
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char** arguments;

static void* Check(void*) {
  assert(strcmp(arguments[1], "one") == 0 && strcmp(arguments[2], "two words") == 0);
  assert(strcmp(arguments[3], "--flag=3") == 0);
  return nullptr;
}

int main(int argc, char** argv) {
  assert(argc == 4 || argc == 5);
  arguments = argv;
  pthread_t thread;
  pthread_create(&thread, nullptr, Check, nullptr);
  pthread_join(thread, nullptr);
}
