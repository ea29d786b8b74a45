// shows: a page is freed before the copies of its address are thrown away; N users still write to it (kernel pattern)
// set: tune
// args: 1
// args: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { kUsers = 8 };
int pages[2], free_page = 1;  // page 0 is mapped
atomic_int mapped = 0, cached[kUsers];
pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
int users;
void* Use(void* arg) {
  const long i = (long)arg;
  pthread_mutex_lock(&table);
  atomic_store(&cached[i], atomic_load(&mapped));
  pthread_mutex_unlock(&table);
  const int page = atomic_load(&cached[i]);
  if (page >= 0) {
    pthread_mutex_lock(&table);
    if (atomic_load(&cached[i]) >= 0) pages[page] = 7;  // the copy of the address is still good
    pthread_mutex_unlock(&table);
  }
  return NULL;
}
void* Unmap(void* arg) {
  (void)arg;
  pthread_mutex_lock(&table);
  const int page = atomic_exchange(&mapped, -1);
  free_page = page;
  pthread_mutex_unlock(&table);
  for (int i = 0; i < users; ++i) atomic_store(&cached[i], -1);
  return NULL;
}
void* Allocate(void* arg) {
  (void)arg;
  pthread_mutex_lock(&table);
  const int page = free_page;
  free_page = -1;
  pages[page] = 0;
  pthread_mutex_unlock(&table);
  pthread_mutex_lock(&table);
  assert(pages[page] == 0);
  pthread_mutex_unlock(&table);
  return NULL;
}
int main(int argc, char** argv) {
  users = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t t[kUsers + 2];
  for (long i = 0; i < users; ++i) pthread_create(&t[i], NULL, Use, (void*)i);
  pthread_create(&t[users], NULL, Unmap, NULL);
  pthread_create(&t[users + 1], NULL, Allocate, NULL);
  for (int i = 0; i < users + 2; ++i) pthread_join(t[i], NULL);
  return 0;
}
