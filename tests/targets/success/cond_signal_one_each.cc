// shows: n signals let n waiters through, whichever waiter each signal picks
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int tickets, order[3], taken;

static void* Take(void* id) {
  pthread_mutex_lock(&lock);
  while (tickets == 0) pthread_cond_wait(&available, &lock);
  tickets--;
  order[taken++] = *static_cast<int*>(id);
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  int ids[3] = {1, 2, 3};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, Take, &ids[i]);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    tickets++;
    pthread_cond_signal(&available);
    pthread_mutex_unlock(&lock);
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(tickets == 0 && order[0] + order[1] + order[2] == 6);
}
