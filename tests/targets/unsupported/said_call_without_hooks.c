// shows: two threads insert into one tree by tsearch without a lock
// expect-exit: 0
// schedules: 40
// message: functions without hooks
#include <assert.h>
#include <pthread.h>
#include <search.h>
static void* root;
static int k[2] = {1, 2};
static int Less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void* Insert(void* p) {
  tsearch(p, &root, Less);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Insert, &k[0]);
  Insert(&k[1]);
  pthread_join(t, 0);
  assert(tfind(&k[0], &root, Less) && tfind(&k[1], &root, Less));
  return 0;
}
