// shows: a read of a freed block
// kind: heap
// always: yes
#include <pthread.h>

struct Item {
  int value = 7;
};
static volatile int result;

static void* Run(void*) {
  Item* volatile item = new Item;
  delete item;
  result = item->value;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
