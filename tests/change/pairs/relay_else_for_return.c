//: what: an early return becomes a condition around the rest
//: impact: changed
//: tests: switch toggle sum burst
//: unchosen: burst
//: args: switch
//: fault: none
//: slow: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relays switch lines of a board. A command goes through a table of handlers. */
enum { LINES = 4, CREDITS = 1 };
enum command { CMD_ON, CMD_OFF, CMD_TOGGLE, CMD_SUM, CMD_COUNT };

struct line {
  int on;
  unsigned switched;
};
struct board {
  pthread_mutex_t lock;
  sem_t credits;
  struct line lines[LINES];
  int load;
};
typedef int (*handler)(struct board *, int);

static struct board board;

static int set_locked(struct board *b, int line, int on) {
  int before = b->lines[line].on;
  b->lines[line].on = on;
  b->lines[line].switched++;
  b->load += on - before;
  return before;
}
static int do_on(struct board *b, int line) {
  pthread_mutex_lock(&b->lock);
  int before = set_locked(b, line, 1);
  pthread_mutex_unlock(&b->lock);
  return before;
}
static int do_off(struct board *b, int line) {
  pthread_mutex_lock(&b->lock);
  int before = set_locked(b, line, 0);
  pthread_mutex_unlock(&b->lock);
  return before;
}
static int do_toggle(struct board *b, int line) {
  pthread_mutex_lock(&b->lock);
  int on = b->lines[line].on ? do_off(b, line) : do_on(b, line);
  pthread_mutex_unlock(&b->lock);
  return on;
}
static int do_sum(struct board *b, int line) {
  int sum = 0;
  (void)line;
  pthread_mutex_lock(&b->lock);
  for (int i = 0; i < LINES; i++) sum += b->lines[i].on;
  assert(sum == b->load);
  pthread_mutex_unlock(&b->lock);
  return sum;
}
static const handler handlers[CMD_COUNT] = {
    [CMD_ON] = do_on,
    [CMD_OFF] = do_off,
    [CMD_TOGGLE] = do_toggle,
    [CMD_SUM] = do_sum,
};

static int board_run(struct board *b, enum command c, int line) {
-  if (c >= CMD_COUNT || line < 0 || line >= LINES) return -EINVAL;
-  return handlers[c](b, line);
+  if (c < CMD_COUNT && line >= 0 && line < LINES) return handlers[c](b, line);
+  return -EINVAL;
}
static int board_burst(struct board *b, int from, int to) {
  sem_wait(&b->credits);
  int n = 0;
  for (int i = from; i < to; i++) {
    if (i >= LINES) {
      sem_post(&b->credits);
      return -EINVAL;
    }
    n += b->lines[i].switched;
  }
  b->lines[from].switched = 0;
  sem_post(&b->credits);
  return n;
}
static void board_init(struct board *b) {
  pthread_mutexattr_t attr;
  memset(b, 0, sizeof *b);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&b->lock, &attr);
  pthread_mutexattr_destroy(&attr);
  sem_init(&b->credits, 0, CREDITS);
}

struct job {
  enum command command;
  int line;
};
static void *worker(void *argument) {
  const struct job *job = argument;
  board_run(&board, job->command, job->line);
  return NULL;
}
static void *burst(void *argument) {
  board_burst(&board, 0, argument ? 2 : LINES);
  return NULL;
}
static void run_two(struct job a, struct job b) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, &a);
  pthread_create(&threads[1], NULL, worker, &b);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

static void test_switch(void) {
  run_two((struct job){CMD_ON, 0}, (struct job){CMD_OFF, 0});
  assert(board_run(&board, CMD_SUM, 0) <= 1);
}
static void test_toggle(void) {
  run_two((struct job){CMD_TOGGLE, 1}, (struct job){CMD_TOGGLE, 1});
  assert(board_run(&board, CMD_SUM, 0) == 0);
}
static void test_sum(void) { run_two((struct job){CMD_SUM, 0}, (struct job){CMD_ON, 2}); }
static void test_burst(void) {
  pthread_t other;
  pthread_create(&other, NULL, burst, &board);
  burst(NULL);
  pthread_join(other, NULL);
}

static const struct {
  const char *name;
  void (*run)(void);
} tests[] = {{"switch", test_switch}, {"toggle", test_toggle}, {"sum", test_sum}, {"burst", test_burst}};

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "switch";
  board_init(&board);
  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
    if (!strcmp(tests[i].name, name)) tests[i].run();
  return 0;
}
