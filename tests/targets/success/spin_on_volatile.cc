// shows: `while (!flag);` on a volatile ends too; by the standard it is a race, and only that is reported
// races: yes
#include <pthread.h>

static volatile bool flag;

static void* Set(void*) {
  flag = true;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Set, nullptr);
  while (!flag)
    ;
  pthread_join(thread, nullptr);
}
