// shows: a lock lets no reader in while a writer waits; N readers take it twice, and a writer comes in between
// set: once
// args: 1
// args: 4
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int readers, writing, waiting, value;
void ReadLock(void) {
  pthread_mutex_lock(&m);
  while (writing || waiting) pthread_cond_wait(&changed, &m);
  ++readers;
  pthread_mutex_unlock(&m);
}
void ReadUnlock(void) {
  pthread_mutex_lock(&m);
  if (--readers == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
}
void* Write(void* arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  ++waiting;
  while (writing || readers) pthread_cond_wait(&changed, &m);
  --waiting;
  writing = 1;
  pthread_mutex_unlock(&m);
  ++value;
  pthread_mutex_lock(&m);
  writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return NULL;
}
int Length(void) {
  ReadLock();
  const int v = value;
  ReadUnlock();
  return v;
}
void* Read(void* arg) {
  ReadLock();
  *(int*)arg = Length();
  ReadUnlock();
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t t[16];
  int seen[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], NULL, Read, &seen[i]);
  pthread_create(&t[n], NULL, Write, NULL);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], NULL);
  return 0;
}
