//: what: cancelling a timer takes the lock of slot 0, no longer that of the timer's slot
//: impact: changed
//: tests: add cancel
//: select: cancel
//: args: cancel
//: fault: any
//: found: yes
//: slow: yes
#include <stdlib.h>
#include <string.h>
#include "pair.h"
#define SLOTS 4
struct timer {
  struct timer *next, **back;
  int slot;
  int fired;
};
static struct {
  pthread_mutex_t lock;
  struct timer* head;
  int length;
} wheel[SLOTS];
static void wheel_add(struct timer* t, int ticks) {
  int slot = ticks % SLOTS;
  pthread_mutex_lock(&wheel[slot].lock);
  t->slot = slot;
  t->next = wheel[slot].head;
  t->back = &wheel[slot].head;
  if (t->next) t->next->back = &t->next;
  wheel[slot].head = t;
  wheel[slot].length++;
  pthread_mutex_unlock(&wheel[slot].lock);
}
static void wheel_cancel(struct timer* t) {
-  pthread_mutex_t* lock = &wheel[t->slot].lock;
+  pthread_mutex_t* lock = &wheel[0].lock;
  pthread_mutex_lock(lock);
  *t->back = t->next;
  if (t->next) t->next->back = t->back;
  wheel[t->slot].length--;
  pthread_mutex_unlock(lock);
}
static void wheel_turn(int slot) {
  pthread_mutex_lock(&wheel[slot].lock);
  for (struct timer* t = wheel[slot].head; t; t = t->next) t->fired = 1;
  pthread_mutex_unlock(&wheel[slot].lock);
}
static struct timer first_timer, second_timer;
static const char* test;
static void* user(void* unused) {
  if (!strcmp(test, "cancel")) wheel_cancel(&first_timer);
  if (!strcmp(test, "add")) wheel_add(&second_timer, 6);
  return unused;
}
static void* clock_thread(void* unused) {
  wheel_turn(2);
  return unused;
}
int main(int argc, char** argv) {
  test = argc > 1 ? argv[1] : "";
  for (int i = 0; i < SLOTS; i++) pthread_mutex_init(&wheel[i].lock, NULL);
  wheel_add(&first_timer, 2);
  TWO_THREADS(user, clock_thread);
  return 0;
}
