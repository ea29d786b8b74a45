// shows: a load through a null pointer whose value nobody uses is not optimised away
// kind: signal
#include <pthread.h>
#include <stddef.h>

struct Pair {
  int first, second;
};
static struct Pair pair;
static struct Pair* place = &pair;

static void* Run(void* arg) {
  int second = place->second;
  (void)second;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  place = NULL;
  pthread_join(thread, NULL);
  return 0;
}
