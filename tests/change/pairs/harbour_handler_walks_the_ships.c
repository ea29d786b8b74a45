//: what: the handler reads what the main thread writes
//: impact: changed
//: tests: berth apart count storm
//: unchosen: berth apart count
//: args: storm
//: fault: any
//: found: yes
//: units: quay.c open.c
//: slow: yes
#include "pair.h"
#include "harbour.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ships berth at quays. What a quay is, and how it is locked, is in other units. */
static struct ship *waiting;
static volatile sig_atomic_t stormy;

static void on_storm(int number) {
  (void)number;
-  stormy = 1;
+  stormy = waiting ? waiting->tons : 1;
}
static void *tug(void *argument) {
  struct ship *ship = argument;
  quay_enter(ship->quay);
  quays[ship->quay].ships++;
  quays[ship->quay].tons += ship->tons;
  quay_leave(ship->quay);
  return NULL;
}
static void *clerk(void *argument) {
  int *sum = argument;
  for (int quay = 0; quay < QUAYS; quay++) {
    quay_enter(quay);
    *sum += quays[quay].tons;
    quay_leave(quay);
  }
  return NULL;
}
static void *weather(void *unused) {
-  raise(SIGUSR1);
+  kill(getpid(), SIGUSR1);
  return unused;
}
static void berth(int a, int b) {
  struct ship ships[2] = {{a, 10}, {b, 20}};
  pthread_t first, second;
  waiting = ships;
  pthread_create(&first, NULL, tug, &ships[0]);
  pthread_create(&second, NULL, tug, &ships[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  waiting = NULL;
}
static void test_berth(void) {
  berth(0, 0);
  assert(quays[0].tons == 30);
}
static void test_apart(void) {
  berth(0, 1);
  assert(quays[0].ships == 1 && quays[1].ships == 1);
}
static void test_count(void) {
  struct ship ship = {1, 5};
  int sum = 0;
  TWO_THREADS_WITH(tug, &ship, clerk, &sum);
  assert(sum == 0 || sum == 5);
}
static void test_storm(void) {
  pthread_t thread;
  signal(SIGUSR1, on_storm);
  pthread_create(&thread, NULL, weather, NULL);
+  berth(0, 1);
  pthread_join(thread, NULL);
  assert(stormy);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "berth";
  quay_init();
  if (!strcmp(name, "berth")) test_berth();
  if (!strcmp(name, "apart")) test_apart();
  if (!strcmp(name, "count")) test_count();
  if (!strcmp(name, "storm")) test_storm();
  return 0;
}
//: file: harbour.h
#ifndef HARBOUR_H
#define HARBOUR_H
#ifndef QUAYS
#define QUAYS 2
#endif
#define TWO_THREADS_WITH(f, x, g, y)       \
  pthread_t first, second;                 \
  pthread_create(&first, NULL, (f), (x));  \
  pthread_create(&second, NULL, (g), (y)); \
  pthread_join(first, NULL);               \
  pthread_join(second, NULL)
struct ship {
  int quay;
  int tons;
};
struct quay {
  int ships;
  int tons;
};
extern struct quay quays[QUAYS];
extern const char *quay_policy;
void quay_init(void);
void quay_enter(int quay);
void quay_leave(int quay);
#endif
//: file: quay.c
#include <pthread.h>
#include <string.h>
#include "harbour.h"
struct quay quays[QUAYS];
static pthread_mutex_t gates[QUAYS];
const char *quay_policy = "each";
static pthread_mutex_t *gate(int quay) { return strcmp(quay_policy, "one") ? &gates[quay] : &gates[0]; }
__attribute__((weak)) void quay_enter(int quay) { pthread_mutex_lock(gate(quay)); }
__attribute__((weak)) void quay_leave(int quay) { pthread_mutex_unlock(gate(quay)); }
void quay_init(void) {
  for (int i = 0; i < QUAYS; i++) pthread_mutex_init(&gates[i], NULL);
}
//: file: open.c
#include "harbour.h"
#ifdef OPEN_HARBOUR
void quay_enter(int quay) { (void)quay; }
void quay_leave(int quay) { (void)quay; }
#endif
