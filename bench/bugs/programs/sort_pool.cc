// shows: a pool sorts by halves; a worker says that it is idle before it has taken its part, so that the part is given away twice
// set: tune
// args: 2
// args: 4
#include <pthread.h>

#include <algorithm>

#include "bug.h"

enum State { kIdle, kWork, kTerm };
struct Worker {
  pthread_t thread;
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  State state = kIdle;
  int from = 0, to = 0;
};
Worker pool[8];
int workers, data[16];
std::atomic<int> sorted{0};
pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
void Sort(int from, int to);
Worker* Allocate() {
  pthread_mutex_lock(&pool_lock);
  for (int i = 0; i < workers; ++i)
    if (pool[i].state == kIdle) {
      pthread_mutex_lock(&pool[i].m);
      pthread_mutex_unlock(&pool_lock);
      return &pool[i];
    }
  pthread_mutex_unlock(&pool_lock);
  return nullptr;
}
void Sort(int from, int to) {
  if (to - from <= 4) {
    std::sort(data + from, data + to);
    sorted += to - from;
    return;
  }
  const int middle = (from + to) / 2;
  std::nth_element(data + from, data + middle, data + to);
  if (Worker* w = Allocate()) {
    w->from = from, w->to = middle;
    w->state = kWork;
    pthread_cond_signal(&w->c);
    pthread_mutex_unlock(&w->m);
  } else {
    Sort(from, middle);
  }
  Sort(middle, to);
}
void* Run(void* argument) {
  Worker& me = *static_cast<Worker*>(argument);
  for (;;) {
    pthread_mutex_lock(&me.m);
    while (me.state == kIdle) pthread_cond_wait(&me.c, &me.m);
    if (me.state == kTerm) {
      pthread_mutex_unlock(&me.m);
      return nullptr;
    }
    const int from = me.from, to = me.to;
    me.state = kIdle;
    pthread_mutex_unlock(&me.m);
    Sort(from, to);
    pthread_mutex_lock(&me.m);
    me.state = kIdle;  // it may have been given work meanwhile
    pthread_mutex_unlock(&me.m);
  }
}
int main(int argc, char** argv) {
  workers = Count(argc, argv, 2);
  for (int i = 0; i < 16; ++i) data[i] = (i * 7) % 16;
  for (int i = 0; i < workers; ++i) pthread_create(&pool[i].thread, nullptr, Run, &pool[i]);
  Sort(0, 16);
  for (int i = 0; i < workers; ++i) {
    pthread_mutex_lock(&pool[i].m);
    while (pool[i].state == kWork) {
      pthread_mutex_unlock(&pool[i].m);
      sched_yield();
      pthread_mutex_lock(&pool[i].m);
    }
    pool[i].state = kTerm;
    pthread_cond_signal(&pool[i].c);
    pthread_mutex_unlock(&pool[i].m);
  }
  for (int i = 0; i < workers; ++i) pthread_join(pool[i].thread, nullptr);
  assert(sorted == 16);
}
