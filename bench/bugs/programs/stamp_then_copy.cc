// shows: N clerks stamp a form under one lock and copy the stamp under another; readers compare original and copy
// set: unseen
// args: 1
// args: 6
// args: 60
#include <pthread.h>

#include "bug.h"

int original, copied;
pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER, archive = PTHREAD_MUTEX_INITIALIZER;
void* Clerk(void*) {
  pthread_mutex_lock(&desk);
  original = 7;
  pthread_mutex_unlock(&desk);
  pthread_mutex_lock(&archive);
  copied = original + 1;
  pthread_mutex_unlock(&archive);
  return nullptr;
}
void* Reader(void*) {
  pthread_mutex_lock(&desk);
  const int seen = original;
  pthread_mutex_unlock(&desk);
  if (seen == 0) return nullptr;
  pthread_mutex_lock(&archive);
  const int kept = copied;
  pthread_mutex_unlock(&archive);
  assert(kept == seen + 1);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> t(static_cast<unsigned>(n) + 1);
  for (int i = 0; i < n; ++i) pthread_create(&t[static_cast<unsigned>(i)], nullptr, Clerk, nullptr);
  pthread_create(&t.back(), nullptr, Reader, nullptr);
  for (pthread_t id : t) pthread_join(id, nullptr);
}
