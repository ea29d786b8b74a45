// shows: a deleted key's slot is fresh when it is used again, and all PTHREAD_KEYS_MAX keys can be made
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t keys[PTHREAD_KEYS_MAX];

static void* Check(void* count) {
  for (int i = 0; i < *static_cast<int*>(count); i++) assert(pthread_getspecific(keys[i]) == nullptr);
  return nullptr;
}

int main() {
  pthread_key_t reused;
  int value;
  pthread_key_create(&reused, nullptr);
  pthread_setspecific(reused, &value);
  pthread_key_delete(reused);
  pthread_key_create(&reused, nullptr);
  assert(pthread_getspecific(reused) == nullptr);
  int count = 0;
  while (count < PTHREAD_KEYS_MAX && pthread_key_create(&keys[count], nullptr) == 0) {
    pthread_setspecific(keys[count++], &value);
  }
  assert(count > 900);
  pthread_t thread;
  pthread_create(&thread, nullptr, Check, &count);
  pthread_join(thread, nullptr);
}
