//: what: closing wakes those who wait for room, not those who wait for a message
//: impact: changed
//: tests: publish keep late count refs
//: chosen: publish keep
//: unchosen: count refs late
//: args: publish
//: fault: deadlock
//: found: yes
//: slow: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Messages with a count of references, handed to subscribers through a ring. */
#define SLOTS 4
#define LOCKED(m) for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))

typedef struct message {
  atomic_int refs;
  int topic;
  int length;
  char text[16];
} message;

typedef void (*handler)(message *m, void *context);

typedef struct subscriber {
  int topic;
  handler call;
  void *context;
} subscriber;

typedef struct ring {
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  message *slots[SLOTS];
  unsigned head, tail;
  int closed;
} ring;

static ring bus = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0, 0};
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static subscriber table[8];
static int subscribers;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;
static int seen, bytes;

static message *message_make(int topic, const char *text) {
  message *m = malloc(sizeof *m);
  atomic_init(&m->refs, 1);
  m->topic = topic;
  m->length = (int)strlen(text);
  strncpy(m->text, text, sizeof m->text - 1);
  m->text[sizeof m->text - 1] = 0;
  return m;
}
static void message_ref(message *m) { atomic_fetch_add_explicit(&m->refs, 1, memory_order_relaxed); }
static void message_unref(message *m) {
  if (atomic_fetch_sub_explicit(&m->refs, 1, memory_order_acq_rel) == 1) free(m);
}
static int ring_put(ring *r, message *m) {
  int done = 0;
  pthread_mutex_lock(&r->lock);
  while (r->tail - r->head == SLOTS && !r->closed) pthread_cond_wait(&r->emptied, &r->lock);
  if (!r->closed) {
    r->slots[r->tail++ % SLOTS] = m;
    done = 1;
    pthread_cond_signal(&r->filled);
  }
  pthread_mutex_unlock(&r->lock);
  return done;
}
static message *ring_get(ring *r) {
  message *m = NULL;
  pthread_mutex_lock(&r->lock);
  while (r->tail == r->head && !r->closed) pthread_cond_wait(&r->filled, &r->lock);
  if (r->tail != r->head) {
    m = r->slots[r->head++ % SLOTS];
    pthread_cond_signal(&r->emptied);
  }
  pthread_mutex_unlock(&r->lock);
  return m;
}
static void ring_close(ring *r) {
  pthread_mutex_lock(&r->lock);
  r->closed = 1;
-  pthread_cond_broadcast(&r->filled);
  pthread_cond_broadcast(&r->emptied);
  pthread_mutex_unlock(&r->lock);
}
static void subscribe(int topic, handler call, void *context) {
  pthread_rwlock_wrlock(&table_lock);
  subscriber *s = &table[subscribers++];
  s->topic = topic;
  s->call = call;
  s->context = context;
  pthread_rwlock_unlock(&table_lock);
}
static void deliver(message *m) {
  pthread_rwlock_rdlock(&table_lock);
  for (int i = 0; i < subscribers; i++)
    if (table[i].topic == m->topic) table[i].call(m, table[i].context);
  pthread_rwlock_unlock(&table_lock);
}
static void count_message(message *m, void *context) {
  (void)context;
  LOCKED(&seen_lock) {
    seen++;
    bytes += m->length;
  }
}
static void keep_message(message *m, void *context) {
  message **kept = context;
  message_ref(m);
  *kept = m;
}

static void *publisher(void *text) {
  message *m = message_make(1, text);
  if (!ring_put(&bus, m)) message_unref(m);
  return NULL;
}
static void *dispatcher(void *unused) {
  message *m;
  while ((m = ring_get(&bus)) != NULL) {
    deliver(m);
    message_unref(m);
  }
  return unused;
}
static void *late(void *unused) {
  subscribe(2, count_message, NULL);
  return unused;
}
static void *counting(void *unused) {
  message m = {1, 1, 3, "abc"};
  count_message(&m, NULL);
  return unused;
}
static void *holder(void *shared) {
  message *m = shared;
  int length = m->length;
  message_unref(m);
  return length == 0 ? shared : NULL;
}

static void test_publish(void) {
  pthread_t a, b, d;
  subscribe(1, count_message, NULL);
  pthread_create(&d, NULL, dispatcher, NULL);
  pthread_create(&a, NULL, publisher, "one");
  pthread_create(&b, NULL, publisher, "two");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  ring_close(&bus);
  pthread_join(d, NULL);
  assert(seen == 2 && bytes == 6);
}
static void test_keep(void) {
  pthread_t d;
  message *kept = NULL;
  subscribe(1, keep_message, &kept);
  pthread_create(&d, NULL, dispatcher, NULL);
  publisher("kept");
  ring_close(&bus);
  pthread_join(d, NULL);
  assert(kept && kept->length == 4);
  message_unref(kept);
}
static void test_late(void) {
  pthread_t a;
  message m = {1, 1, 2, "x"};
  subscribe(1, count_message, NULL);
  pthread_create(&a, NULL, late, NULL);
  deliver(&m);
  pthread_join(a, NULL);
}
static void test_count(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, counting, NULL);
  pthread_create(&b, NULL, counting, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen == 2);
}
static void test_refs(void) {
  pthread_t a, b;
  message *m = message_make(1, "shared");
  message_ref(m);
  pthread_create(&a, NULL, holder, m);
  pthread_create(&b, NULL, holder, m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "publish";
  if (!strcmp(name, "publish")) test_publish();
  if (!strcmp(name, "keep")) test_keep();
  if (!strcmp(name, "late")) test_late();
  if (!strcmp(name, "count")) test_count();
  if (!strcmp(name, "refs")) test_refs();
  return 0;
}
