// shows: a write barrier by page protection: the page is marked clean after it was protected, so a fault in between is forgotten
// kind: assert
// needs: fork
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

static char *page;
static atomic_int dirty;

static void OnFault(int s) {
  (void)s;
  atomic_store(&dirty, 1);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
static void *Write(void *p) {
  page[9] = 1;
  return p;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = OnFault;
  sigaction(SIGSEGV, &a, 0);
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t;
  pthread_create(&t, 0, Write, 0);
  mprotect(page, 4096, PROT_READ);
  int before = page[9];
  atomic_store(&dirty, 0);
  pthread_join(t, 0);
  assert(dirty || page[9] == before);
}
