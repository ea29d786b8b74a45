//: what: the table of commands names a function that does not lock
//: impact: changed
//: tests: write read drop show limit journal
//: chosen: write read
//: unchosen: show journal limit
//: args: read
//: fault: race
//: found: yes
//: slow: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of numbers by name, with a journal, a limit of writers and a table of commands. */
enum { BUCKETS = 4, JOURNAL = 8 };
enum op { OP_PUT, OP_ADD, OP_DROP, OPS };

struct node {
  char name[8];
  long value;
  struct node *next;
};
struct bucket {
  pthread_rwlock_t lock;
  struct node *first;
};
struct record {
  enum op op;
  long value;
};

static struct bucket buckets[BUCKETS];
static pthread_once_t made = PTHREAD_ONCE_INIT;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static struct record journal[JOURNAL];
static int journal_used;
static sem_t writers;
static int writing;
static _Thread_local char scratch[32];
static volatile int verbose;

static void make(void) {
  for (int i = 0; i < BUCKETS; i++) pthread_rwlock_init(&buckets[i].lock, NULL);
  sem_init(&writers, 0, 1);
}
static unsigned hash(const char *name) {
  unsigned h = 5381;
  while (*name) h = h * 33 + (unsigned char)*name++;
  return h;
}
static struct bucket *bucket_of(const char *name) {
  pthread_once(&made, make);
  return &buckets[hash(name) % BUCKETS];
}
static struct node *find(struct bucket *b, const char *name) {
  for (struct node *n = b->first; n; n = n->next)
    if (strcmp(n->name, name) == 0) return n;
  return NULL;
}
static void note(enum op op, long value) {
  pthread_mutex_lock(&journal_lock);
  journal[journal_used % JOURNAL] = (struct record){op, value};
  journal_used++;
  pthread_mutex_unlock(&journal_lock);
}
static void put(const char *name, long value) {
  struct bucket *b = bucket_of(name);
  pthread_rwlock_wrlock(&b->lock);
  struct node *n = find(b, name);
  if (!n) {
    n = calloc(1, sizeof *n);
    strncpy(n->name, name, sizeof n->name - 1);
    n->next = b->first;
    b->first = n;
  }
  n->value = value;
  pthread_rwlock_unlock(&b->lock);
  note(OP_PUT, value);
}
static void add(const char *name, long value) {
  struct bucket *b = bucket_of(name);
  pthread_rwlock_wrlock(&b->lock);
  struct node *n = find(b, name);
  if (n) n->value += value;
  pthread_rwlock_unlock(&b->lock);
  note(OP_ADD, value);
}
+static void add_fast(const char *name, long value) {
+  struct node *n = find(bucket_of(name), name);
+  if (n) n->value += value;
+  note(OP_ADD, value);
+}
static void drop(const char *name, long value) {
  (void)value;
  struct bucket *b = bucket_of(name);
  struct node *gone = NULL;
  pthread_rwlock_wrlock(&b->lock);
  for (struct node **at = &b->first; *at; at = &(*at)->next)
    if (strcmp((*at)->name, name) == 0) {
      gone = *at;
      *at = gone->next;
      break;
    }
  pthread_rwlock_unlock(&b->lock);
  free(gone);
  note(OP_DROP, 0);
}
static long get(const char *name) {
  struct bucket *b = bucket_of(name);
  pthread_rwlock_rdlock(&b->lock);
  struct node *n = find(b, name);
  long value = n ? n->value : -1;
  pthread_rwlock_unlock(&b->lock);
  return value;
}
static const char *shown(const char *name) {
  snprintf(scratch, sizeof scratch, "%s=%ld", name, get(name));
  return scratch;
}
static void limited_write(const char *name, long value) {
  bucket_of(name);
  sem_wait(&writers);
  writing++;
  put(name, value);
  writing--;
  sem_post(&writers);
}
-static void (*const commands[OPS])(const char *, long) = {[OP_PUT] = put, [OP_ADD] = add, [OP_DROP] = drop};
+static void (*const commands[OPS])(const char *, long) = {[OP_PUT] = put, [OP_ADD] = add_fast, [OP_DROP] = drop};

struct call {
  enum op op;
  const char *name;
  long value;
};
static void *run(void *c) {
  struct call *call = c;
  commands[call->op](call->name, call->value);
  return NULL;
}
static void *read_it(void *name) { return (void *)(get(name) == -2 ? name : NULL); }
static void *show_it(void *name) { return (void *)(shown(name)[0] == '!' ? name : NULL); }
static void *write_it(void *name) {
  limited_write(name, 7);
  return NULL;
}
static void *note_it(void *unused) {
  note(OP_ADD, 1);
  return unused;
}
static void both(void *(*f)(void *), void *a, void *(*g)(void *), void *b) {
  pthread_t first, second;
  pthread_create(&first, NULL, f, a);
  pthread_create(&second, NULL, g, b);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "write";
  struct call one = {OP_PUT, "k", 1}, two = {OP_ADD, "k", 2}, gone = {OP_DROP, "k", 0};
  if (!strcmp(name, "write")) both(run, &one, run, &two);
  if (!strcmp(name, "read")) {
    put("k", 1);
    both(run, &two, read_it, "k");
  }
  if (!strcmp(name, "drop")) {
    put("k", 1);
    both(run, &gone, read_it, "k");
  }
  if (!strcmp(name, "show")) both(show_it, "k", show_it, "l");
  if (!strcmp(name, "limit")) {
    both(write_it, "k", write_it, "m");
    assert(writing == 0);
  }
  if (!strcmp(name, "journal")) both(note_it, NULL, note_it, NULL);
  if (verbose) printf("%d\n", journal_used);
  return 0;
}
