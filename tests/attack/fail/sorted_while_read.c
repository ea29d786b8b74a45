// shows: an array is sorted while another thread reads it
// kind: race|assert
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int v[4] = {4, 3, 2, 1};

static int Cmp(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* S(void* a) {
  qsort(v, 4, 4, Cmp);
  return a;
}

static void* R(void* a) {
  int s = 0;
  for (int i = 0; i < 4; i++) s += v[i];
  assert(s == 10);
  return a;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, S, 0);
  pthread_create(&b, 0, R, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
