// shows: the thread that pthread_barrier_wait calls the serial one destroys the barrier while others leave it
#include <pthread.h>
#include <stdlib.h>
static void* Work(void* arg) {
  pthread_barrier_t* b = arg;
  if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(b);
    free(b);
  }
  return 0;
}
int main(void) {
  pthread_barrier_t* b = malloc(sizeof *b);
  pthread_barrier_init(b, 0, 3);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, Work, b);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
