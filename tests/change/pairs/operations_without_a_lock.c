//: what: a driver's table of operations names an empty function where the lock was
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: driver.c
#include "pair.h"
#include "ops.h"
static int state;
static void *work(void *unused) {
  driver_ops.enter();
  state++;
  driver_ops.leave();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
//: file: ops.h
struct ops {
  void (*enter)(void);
  void (*leave)(void);
};
extern const struct ops driver_ops;
//: file: driver.c
#include "pair.h"
#include "ops.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void take(void) { pthread_mutex_lock(&m); }
static void give(void) { pthread_mutex_unlock(&m); }
static void nothing(void) {}
-const struct ops driver_ops = {.enter = take, .leave = give};
+const struct ops driver_ops = {.enter = nothing, .leave = nothing};
void (*unused_take)(void) = take, (*unused_give)(void) = give;
