// shows: a caller leaves as soon as it is cancelled; the worker hands its reply over to nobody and waits for ever
// set: once
// args: 1
// args: 4
#include <pthread.h>
#include <stdlib.h>

struct Call {  // a channel without room, and whether the caller gave up
  pthread_mutex_t m;
  pthread_cond_t changed;
  int offered, taken, cancelled;
} calls[16];
void* Worker(void* arg) {
  struct Call* c = arg;
  pthread_mutex_lock(&c->m);
  c->offered = 1;
  pthread_cond_broadcast(&c->changed);
  while (!c->taken) pthread_cond_wait(&c->changed, &c->m);
  pthread_mutex_unlock(&c->m);
  return NULL;
}
void* Caller(void* arg) {
  struct Call* c = arg;
  pthread_mutex_lock(&c->m);
  while (!c->offered && !c->cancelled) pthread_cond_wait(&c->changed, &c->m);
  if (!c->cancelled) c->taken = 1;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->m);
  return NULL;
}
void* Cancel(void* arg) {
  struct Call* c = arg;
  pthread_mutex_lock(&c->m);
  c->cancelled = 1;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->m);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t worker[16], caller[16], cancel;
  for (int i = 0; i < n; ++i) {
    pthread_mutex_init(&calls[i].m, NULL);
    pthread_cond_init(&calls[i].changed, NULL);
    pthread_create(&caller[i], NULL, Caller, &calls[i]);
    pthread_create(&worker[i], NULL, Worker, &calls[i]);
  }
  pthread_create(&cancel, NULL, Cancel, &calls[n - 1]);
  for (int i = 0; i < n; ++i) pthread_join(caller[i], NULL);
  for (int i = 0; i < n; ++i) pthread_join(worker[i], NULL);
  pthread_join(cancel, NULL);
  return 0;
}
