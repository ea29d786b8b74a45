// shows: detached threads, by call and by attribute, run to their end without a join
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void* Finish(void*) {
  sem_post(&done);
  return nullptr;
}

static void* DetachSelf(void*) {
  assert(pthread_detach(pthread_self()) == 0);
  sem_post(&done);
  return nullptr;
}

int main() {
  sem_init(&done, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Finish, nullptr);
  assert(pthread_detach(thread) == 0);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attr, Finish, nullptr);
  pthread_create(&thread, nullptr, DetachSelf, nullptr);
  for (int i = 0; i < 3; i++) sem_wait(&done);
}
