// shows: a handler comes between two plain accesses of the thread that it interrupts, to memory that no other thread touches
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int balance, spent;

static void Handle(int number) { assert(balance + spent == 0); }

static void* Run(void* arg) {
  balance -= 5;
  spent += 5;  // between the two the sum is wrong
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
