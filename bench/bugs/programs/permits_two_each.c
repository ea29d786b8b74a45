// shows: N threads need two of N permits each and take them one by one; all of them may hold one
// set: tune
// args: 2
// args: 3
// args: 5
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t permits;
int served;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Serve(void* arg) {
  (void)arg;
  sem_wait(&permits);
  sem_wait(&permits);
  pthread_mutex_lock(&m);
  ++served;
  pthread_mutex_unlock(&m);
  sem_post(&permits);
  sem_post(&permits);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  sem_init(&permits, 0, (unsigned)n);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], NULL, Serve, NULL);
  for (int i = 0; i < n; ++i) pthread_join(t[i], NULL);
  return served != n;
}
