//: what: a getter no longer locks
//: impact: changed
//: tests: one two busy finish
//: chosen: busy
//: unchosen: one two finish
//: args: busy
//: slow: yes
//: fault: race
//: found: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A pool of workers with priorities, statistics and a callback when all is done. */
enum priority { LOW, NORMAL, HIGH, PRIORITIES };
#define WORKERS 2
#define QUEUE 8
#define WITH(lock) for (int once = (pthread_mutex_lock(lock), 1); once; once = (pthread_mutex_unlock(lock), 0))

struct job {
  void (*run)(void *);
  void *data;
  struct job *next;
};
struct stats {
  int32_t queued;
  int32_t run;
  uint8_t busy;
  uint8_t idle;
};
struct pool {
  pthread_mutex_t lock;
  pthread_cond_t more, done;
  struct job *heads[PRIORITIES];
  int pending, closed;
  struct stats stats;
  void (*finished)(struct pool *);
  pthread_t threads[WORKERS];
  int workers;
};

static atomic_int jobs_run;
static int finished_calls;
static const int weights[PRIORITIES] = {1, 2, 4};

static void job_free(struct job *j) { free(j); }

static struct job *take(struct pool *p) {
  for (int i = PRIORITIES - 1; i >= 0; i--) {
    struct job *j = p->heads[i];
    if (j) {
      p->heads[i] = j->next;
      return j;
    }
  }
  return NULL;
}

static int pool_add(struct pool *p, enum priority at, void (*run)(void *), void *data) {
  struct job *j = malloc(sizeof *j);
  if (!j) return -ENOMEM;
  j->run = run;
  j->data = data;
  int result = 0;
  WITH(&p->lock) {
    if (p->closed) {
      result = -EINVAL;
    } else {
      j->next = p->heads[at];
      p->heads[at] = j;
      p->pending++;
      p->stats.queued += weights[at];
      pthread_cond_signal(&p->more);
    }
  }
  if (result) job_free(j);
  return result;
}

static void *worker(void *argument) {
  struct pool *p = argument;
  pthread_mutex_lock(&p->lock);
  for (;;) {
    struct job *j;
    while (!(j = take(p)) && !p->closed) pthread_cond_wait(&p->more, &p->lock);
    if (!j) break;
    p->stats.busy++;
    pthread_mutex_unlock(&p->lock);
    j->run(j->data);
    atomic_fetch_add(&jobs_run, 1);
    pthread_mutex_lock(&p->lock);
    p->stats.busy--;
    p->stats.run++;
    if (--p->pending == 0) {
      if (p->finished) p->finished(p);
      pthread_cond_broadcast(&p->done);
    }
    job_free(j);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static void pool_wait(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  while (p->pending > 0) pthread_cond_wait(&p->done, &p->lock);
  pthread_mutex_unlock(&p->lock);
}
static int pool_busy(struct pool *p) {
-  pthread_mutex_lock(&p->lock);
  int busy = p->stats.busy;
-  pthread_mutex_unlock(&p->lock);
  return busy;
}
static void pool_start(struct pool *p, int workers) {
  memset(p, 0, sizeof *p);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->more, NULL);
  pthread_cond_init(&p->done, NULL);
  p->workers = workers < WORKERS ? workers : WORKERS;
  for (int i = 0; i < p->workers; i++) pthread_create(&p->threads[i], NULL, worker, p);
}
static void pool_stop(struct pool *p) {
  WITH(&p->lock) {
    p->closed = 1;
    pthread_cond_broadcast(&p->more);
  }
  for (int i = 0; i < p->workers; i++) pthread_join(p->threads[i], NULL);
  pthread_cond_destroy(&p->done);
  pthread_cond_destroy(&p->more);
  pthread_mutex_destroy(&p->lock);
}

static void count_finished(struct pool *p) {
  (void)p;
  finished_calls++;
}
static void nothing(void *data) { (void)data; }
static void add_one(void *data) { atomic_fetch_add((atomic_int *)data, 1); }

static void test_one(void) {
  struct pool p;
  atomic_int sum = 0;
  pool_start(&p, 1);
  pool_add(&p, NORMAL, add_one, &sum);
  pool_wait(&p);
  assert(sum == 1);
  pool_stop(&p);
}
static void test_two(void) {
  struct pool p;
  atomic_int sum = 0;
  pool_start(&p, 2);
  pool_add(&p, NORMAL, add_one, &sum);
  pool_add(&p, HIGH, add_one, &sum);
  pool_stop(&p);
  assert(jobs_run == 2);
}
static void test_busy(void) {
  struct pool p;
  pool_start(&p, 1);
  pool_add(&p, LOW, nothing, NULL);
  pool_busy(&p);
  pool_stop(&p);
}
static void test_finish(void) {
  struct pool p;
  pool_start(&p, 1);
  WITH(&p.lock) p.finished = count_finished;
  pool_add(&p, LOW, nothing, NULL);
  pool_wait(&p);
  WITH(&p.lock) assert(finished_calls == 1);
  pool_stop(&p);
}
int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "one";
  if (!strcmp(name, "one")) test_one();
  if (!strcmp(name, "two")) test_two();
  if (!strcmp(name, "busy")) test_busy();
  if (!strcmp(name, "finish")) test_finish();
  return 0;
}
