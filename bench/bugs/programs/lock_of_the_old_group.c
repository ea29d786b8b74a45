// shows: N threads lock the group that an event belongs to; it was read before, and the event moves meanwhile (kernel pattern)
// set: once
// args: 1
// args: 3
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct Group {
  pthread_mutex_t m;
  int events;
} groups[2] = {{PTHREAD_MUTEX_INITIALIZER, 1}, {PTHREAD_MUTEX_INITIALIZER, 0}};
struct Group* _Atomic of_event = &groups[0];
void* Move(void* arg) {
  (void)arg;
  pthread_mutex_lock(&groups[0].m);
  pthread_mutex_lock(&groups[1].m);
  --groups[0].events;
  ++groups[1].events;
  of_event = &groups[1];
  pthread_mutex_unlock(&groups[1].m);
  pthread_mutex_unlock(&groups[0].m);
  return NULL;
}
void* Look(void* arg) {
  (void)arg;
  struct Group* g = of_event;
  pthread_mutex_lock(&g->m);
  assert(g->events == 1);
  pthread_mutex_unlock(&g->m);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], NULL, Look, NULL);
  pthread_create(&t[n], NULL, Move, NULL);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], NULL);
  return 0;
}
