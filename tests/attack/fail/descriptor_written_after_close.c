// shows: a logger writes to a descriptor that the main thread closes without waiting for it
// kind: misuse
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int stop;
static void* Log(void* arg) {
  if (!atomic_load(&stop)) (void)!write(ends[1], "x", 1);
  return arg;
}
static void* Run(void* arg) {
  if (pipe(ends)) return arg;
  pthread_t t;
  pthread_create(&t, 0, Log, 0);
  atomic_store(&stop, 1);
  close(ends[1]);
  pthread_join(t, 0);
  close(ends[0]);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
}
