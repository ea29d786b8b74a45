// shows: an assembler statement that reads and writes memory without a lock prefix loses updates
// kind: race|assert
#include <assert.h>
#include <pthread.h>

static int counter;

static void* F(void* a) {
  __asm__ volatile("movl %0,%%eax; incl %%eax; movl %%eax,%0" : "+m"(counter)::"eax", "memory");
  return a;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, F, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(counter == 2);
  return 0;
}
