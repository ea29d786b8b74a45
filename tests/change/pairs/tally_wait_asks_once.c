//: what: the condition is asked once
//: impact: changed
//: tests: count peek once
//: args: count
//: fault: assert
//: found: yes
//: slow: yes
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* Votes are counted by clerks; every clerk has a pad of its own. C11 threads throughout. */
#define CLERKS 2
#define OPTIONS 3

typedef struct pad {
  int votes[OPTIONS];
} pad;
typedef struct office {
  mtx_t lock;
  cnd_t changed;
  int sums[OPTIONS];
  int ready;
  int expected;
  atomic_int open;
} office;

static office hall;
static once_flag made = ONCE_FLAG_INIT;
static tss_t pad_key;
static _Thread_local int corrections;

static void merge(void *p) {
  pad *own = p;
  mtx_lock(&hall.lock);
  for (int i = 0; i < OPTIONS; i++) hall.sums[i] += own->votes[i];
  hall.ready++;
  cnd_broadcast(&hall.changed);
  mtx_unlock(&hall.lock);
  free(own);
}
static void make(void) {
  mtx_init(&hall.lock, mtx_plain);
  cnd_init(&hall.changed);
  tss_create(&pad_key, merge);
  hall.expected = CLERKS;
}
static pad *own_pad(void) {
  call_once(&made, make);
  pad *own = tss_get(pad_key);
  if (!own) {
    own = calloc(1, sizeof *own);
    tss_set(pad_key, own);
  }
  return own;
}
static void vote(int option) { own_pad()->votes[option]++; }
static void correct(int from, int to) {
  pad *own = own_pad();
  own->votes[from]--;
  own->votes[to]++;
  corrections++;
}
static int result(int option) {
  mtx_lock(&hall.lock);
-  while (hall.ready < hall.expected) cnd_wait(&hall.changed, &hall.lock);
+  if (hall.ready < hall.expected) cnd_wait(&hall.changed, &hall.lock);
  int sum = hall.sums[option];
  mtx_unlock(&hall.lock);
  return sum;
}
static int peek(int option) {
  int sum = -1;
  if (mtx_trylock(&hall.lock) == thrd_success) {
    sum = hall.sums[option];
    mtx_unlock(&hall.lock);
  }
  return sum;
}

static int clerk(void *argument) {
  int option = *(const int *)argument;
  vote(option);
  vote(option);
  correct(option, 2);
  atomic_fetch_add(&hall.open, 1);
  return corrections;
}
static int visitor(void *argument) {
  call_once(&made, make);
  return peek(*(int *)argument);
}

static void test_count(void) {
  thrd_t clerks[CLERKS];
  int options[CLERKS] = {0, 1};
  call_once(&made, make);
  for (int i = 0; i < CLERKS; i++) thrd_create(&clerks[i], clerk, &options[i]);
  assert(result(2) == 2);
  for (int i = 0; i < CLERKS; i++) {
    int corrected;
    thrd_join(clerks[i], &corrected);
    assert(corrected == 1);
  }
}
static void test_peek(void) {
  thrd_t a;
  int option = 0, got;
  call_once(&made, make);
  thrd_create(&a, visitor, &option);
  mtx_lock(&hall.lock);
  hall.sums[0] = 4;
  mtx_unlock(&hall.lock);
  thrd_join(a, &got);
  assert(got == -1 || got == 0 || got == 4);
}
static void test_once(void) {
  thrd_t a, b;
  int option = 1;
  thrd_create(&a, visitor, &option);
  thrd_create(&b, visitor, &option);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "count";
  if (!strcmp(name, "count")) test_count();
  if (!strcmp(name, "peek")) test_peek();
  if (!strcmp(name, "once")) test_once();
  return 0;
}
