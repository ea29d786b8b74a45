//: what: a field is read after the unlock
//: impact: changed
//: tests: get swap describe reload signal
//: chosen: get
//: unchosen: reload signal
//: args: get
//: slow: yes
//: fault: race
//: found: yes
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A table of settings that is read by threads and reloaded by a signal. */
#ifndef STRIPES
#define STRIPES 2
#endif
#define KEYS 4
struct entry {
  char name[8];
  int value;
  unsigned version;
};
struct shard {
  pthread_rwlock_t lock;
  struct entry entries[KEYS / STRIPES];
};
static struct shard shards[STRIPES];
static pthread_once_t made = PTHREAD_ONCE_INIT;
static volatile sig_atomic_t asked;
static atomic_uint generation;
static pthread_key_t scratch;
static int reloads;
static pthread_mutex_t reload_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t reloaded = PTHREAD_COND_INITIALIZER;

static void on_signal(int number) {
  (void)number;
  asked = 1;
}
static void make(void) {
  for (int i = 0; i < STRIPES; i++) pthread_rwlock_init(&shards[i].lock, NULL);
  pthread_key_create(&scratch, free);
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
}
static struct shard *shard_of(int key) {
  pthread_once(&made, make);
  return &shards[key % STRIPES];
}
static struct entry *entry_of(struct shard *s, int key) { return &s->entries[key / STRIPES]; }

static void set_value(int key, int value) {
  struct shard *s = shard_of(key);
  pthread_rwlock_wrlock(&s->lock);
  struct entry *e = entry_of(s, key);
  e->value = value;
  e->version++;
  pthread_rwlock_unlock(&s->lock);
  atomic_fetch_add_explicit(&generation, 1, memory_order_release);
}
static int get_value(int key, unsigned *version) {
  struct shard *s = shard_of(key);
  pthread_rwlock_rdlock(&s->lock);
  const struct entry *e = entry_of(s, key);
  int value = e->value;
+  pthread_rwlock_unlock(&s->lock);
  if (version) *version = e->version;
-  pthread_rwlock_unlock(&s->lock);
  return value;
}
static void swap_values(int a, int b) {
  struct shard *first = shard_of(a), *second = shard_of(b);
  if (first > second) {
    struct shard *t = first;
    first = second;
    second = t;
  }
  pthread_rwlock_wrlock(&first->lock);
  if (second != first) pthread_rwlock_wrlock(&second->lock);
  struct entry *x = entry_of(shard_of(a), a), *y = entry_of(shard_of(b), b);
  int value = x->value;
  x->value = y->value;
  y->value = value;
  if (second != first) pthread_rwlock_unlock(&second->lock);
  pthread_rwlock_unlock(&first->lock);
}
static char *line_buffer(void) {
  char *buffer = pthread_getspecific(scratch);
  if (!buffer) {
    buffer = calloc(1, 32);
    pthread_setspecific(scratch, buffer);
  }
  return buffer;
}
static int describe(int key) {
  char *buffer = line_buffer();
  snprintf(buffer, 32, "%d=%d", key, get_value(key, NULL));
  return (int)strlen(buffer);
}
static void reload(void) {
  pthread_mutex_lock(&reload_lock);
  reloads++;
  pthread_cond_broadcast(&reloaded);
  pthread_mutex_unlock(&reload_lock);
}
static int wait_reload(int milliseconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += (milliseconds % 1000) * 1000000L;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_nsec -= 1000000000L;
    until.tv_sec++;
  }
  pthread_mutex_lock(&reload_lock);
  int error = 0;
  while (reloads == 0 && error == 0) error = pthread_cond_timedwait(&reloaded, &reload_lock, &until);
  int seen = reloads;
  pthread_mutex_unlock(&reload_lock);
  return seen;
}

static void *setter(void *unused) {
  set_value(0, 5);
  return unused;
}
static void *swapper(void *unused) {
  swap_values(1, 0);
  return unused;
}
static void *describer(void *unused) {
  shard_of(0);
  assert(describe(1) == 3);
  return unused;
}
static void *reloader(void *unused) {
  reload();
  return unused;
}
static void *signaller(void *unused) {
  raise(SIGUSR1);
  if (asked) reload();
  return unused;
}
static void in_thread(void *(*other)(void *), void (*own)(void)) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  own();
  pthread_join(t, NULL);
}
static void own_get(void) {
  unsigned version = 0;
  int value = get_value(0, &version);
  assert(version == (value == 5 ? 1u : 0u));
}
static void own_swap(void) { swap_values(0, 1); }
static void own_describe(void) { describer(NULL); }
static void own_wait(void) { assert(wait_reload(60000) == 1); }
int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "get";
  if (!strcmp(name, "get")) in_thread(setter, own_get);
  if (!strcmp(name, "swap")) in_thread(swapper, own_swap);
  if (!strcmp(name, "describe")) in_thread(describer, own_describe);
  if (!strcmp(name, "reload")) in_thread(reloader, own_wait);
  if (!strcmp(name, "signal")) {
    shard_of(0);
    in_thread(signaller, own_wait);
  }
  return 0;
}
