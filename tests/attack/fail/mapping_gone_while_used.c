// shows: a mapping is removed while another thread still reads it
// kind: signal|race|heap
#include <pthread.h>
#include <sys/mman.h>

static char* at;
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* Reads(void* a) {
  char* p = at;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  sum = p[100];
  return a;
}
int main(void) {
  pthread_t x;
  at = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&x, 0, Reads, 0);
  pthread_mutex_lock(&m);
  munmap(at, 8192);
  pthread_mutex_unlock(&m);
  pthread_join(x, 0);
  return 0;
}
