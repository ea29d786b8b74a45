// shows: a spin lock by xchg in assembler statements orders plain data
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static volatile int lock_word;
static int counter;

static void Lock(void) {
  for (;;) {
    int v = 1;
    __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(lock_word)::"memory");
    if (!v) return;
    sched_yield();
  }
}

static void Unlock(void) {
  int v = 0;
  __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(lock_word)::"memory");
}

static void* F(void* a) {
  for (int i = 0; i < 2; i++) {
    Lock();
    counter++;
    Unlock();
  }
  return a;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, F, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(counter == 4);
  return 0;
}
