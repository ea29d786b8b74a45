// One thread, whose end depends on where a handler runs; and two, whose child depends on where fork is made. No order of memory
// accesses tells them apart.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void Handler(int) {
  if (first != second) _exit(1);
}

static void* Locks(void*) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static int Alarm() {
  signal(SIGALRM, Handler);
  itimerval often{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  first = 1;
  second = 1;
  return 0;
}

int main(int argc, char**) {
  if (argc == 1) return Alarm();
  pthread_t t;
  pthread_create(&t, nullptr, Locks, nullptr);
  const pid_t child = fork();
  if (child == 0) _exit(pthread_mutex_trylock(&mutex) != 0);
  int status = 0;
  waitpid(child, &status, 0);
  pthread_join(t, nullptr);
  return status != 0;
}
