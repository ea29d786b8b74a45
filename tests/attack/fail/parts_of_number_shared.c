// shows: modf and frexp write through pointers to variables that threads share
// kind: race
#include <math.h>
#include <pthread.h>
static double whole;
static int exponent;
static volatile double in = 3.5;
static void* Splits(void* a) {
  (void)modf(in, &whole);
  (void)frexp(in, &exponent);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Splits, 0);
  Splits(0);
  pthread_join(t, 0);
  return whole != 3;
}
