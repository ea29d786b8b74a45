//: what: the semaphore is posted before the packet is there
//: impact: changed
//: tests: send receive count state
//: chosen: receive
//: unchosen: count
//: args: receive
//: slow: yes
//: fault: assert
//: found: yes
//: units: link_impl.c
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "link.h"

static struct link line;
static void seen(void *context, const struct packet *p) {
  int *sum = context;
  *sum += p->length;
}
static void *sender(void *text) {
  link_send(&line, text);
  return NULL;
}
static void *receiver(void *unused) {
  struct packet p;
  while (link_receive(&line, &p))
    ;
  return unused;
}
static void *counter(void *unused) {
  link_count(&line);
  return unused;
}
static void *asker(void *unused) {
  link_state(&line);
  return unused;
}
static void pair(void *(*f)(void *), void *(*g)(void *), int close) {
  pthread_t a, b;
  pthread_create(&a, NULL, f, (void *)"ab");
  pthread_create(&b, NULL, g, (void *)"cde");
  pthread_join(a, NULL);
  if (close) link_close(&line);
  pthread_join(b, NULL);
}
int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "send";
  int sum = 0;
  link_init(&line);
  if (!strcmp(name, "send")) {
    pair(sender, sender, 0);
    assert(line.queued == 2);
  }
  if (!strcmp(name, "receive")) {
    link_on_packet(&line, seen, &sum);
    pair(sender, receiver, 1);
    assert(sum == 2);
  }
  if (!strcmp(name, "count")) pair(counter, counter, 0);
  if (!strcmp(name, "state")) pair(asker, sender, 0);
  link_destroy(&line);
  return 0;
}
//: file: link.h
#ifndef LINK_H
#define LINK_H
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#define SLOTS 4
#define NAMES(X) X(IDLE) X(BUSY) X(CLOSED)
enum link_states {
#define X(name) LINK_##name,
  NAMES(X)
#undef X
  LINK_STATES
};
struct packet {
  uint16_t length;
  char text[6];
};
typedef void (*packet_callback)(void *context, const struct packet *p);
struct link {
  pthread_mutex_t in, out;
  sem_t filled;
  struct packet slots[SLOTS];
  unsigned head, tail;
  int queued;
  int counts[LINK_STATES];
  enum link_states state;
  packet_callback callback;
  void *context;
};
void link_init(struct link *l);
void link_destroy(struct link *l);
int link_send(struct link *l, const char *text);
int link_receive(struct link *l, struct packet *p);
void link_on_packet(struct link *l, packet_callback callback, void *context);
void link_close(struct link *l);
void link_count(struct link *l);
enum link_states link_state(struct link *l);
static inline unsigned slot_of(unsigned at) { return at % SLOTS; }
#endif
//: file: link_impl.c
#include <string.h>
#include "link.h"
#define GUARDED(m, body)     \
  do {                       \
    pthread_mutex_lock(m);   \
    body;                    \
    pthread_mutex_unlock(m); \
  } while (0)

static pthread_mutex_t *lock_for(struct link *l, enum link_states state) { return state == LINK_CLOSED ? &l->out : &l->in; }
static void set_state(struct link *l, enum link_states state) {
  l->state = state;
  l->counts[state]++;
}
void link_init(struct link *l) {
  memset(l, 0, sizeof *l);
  pthread_mutex_init(&l->in, NULL);
  pthread_mutex_init(&l->out, NULL);
  sem_init(&l->filled, 0, 0);
}
void link_destroy(struct link *l) {
  sem_destroy(&l->filled);
  pthread_mutex_destroy(&l->out);
  pthread_mutex_destroy(&l->in);
}
int link_send(struct link *l, const char *text) {
+  sem_post(&l->filled);
  pthread_mutex_lock(&l->in);
  if (l->tail - l->head == SLOTS || l->state == LINK_CLOSED) {
    pthread_mutex_unlock(&l->in);
    return -1;
  }
  struct packet *p = &l->slots[slot_of(l->tail++)];
  p->length = (uint16_t)strlen(text);
  strncpy(p->text, text, sizeof p->text - 1);
  l->queued++;
  set_state(l, LINK_BUSY);
  pthread_mutex_unlock(&l->in);
-  sem_post(&l->filled);
  return 0;
}
int link_receive(struct link *l, struct packet *p) {
  sem_wait(&l->filled);
  packet_callback callback = NULL;
  void *context = NULL;
  pthread_mutex_lock(&l->in);
  int some = l->head != l->tail;
  if (some) {
    *p = l->slots[slot_of(l->head++)];
    l->queued--;
    callback = l->callback;
    context = l->context;
  }
  pthread_mutex_unlock(&l->in);
  if (callback) callback(context, p);
  return some;
}
void link_on_packet(struct link *l, packet_callback callback, void *context) {
  pthread_mutex_lock(&l->in);
  l->callback = callback;
  l->context = context;
  pthread_mutex_unlock(&l->in);
}
void link_close(struct link *l) {
  GUARDED(&l->in, set_state(l, LINK_CLOSED));
  sem_post(&l->filled);
}
void link_count(struct link *l) { GUARDED(lock_for(l, LINK_IDLE), l->counts[LINK_IDLE]++); }
enum link_states link_state(struct link *l) {
  enum link_states state;
  GUARDED(&l->in, state = l->state);
  return state;
}
