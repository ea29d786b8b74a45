// shows: gmtime gives all threads one result: a detached thread asks for another day while main reads it
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void* Ask(void* arg) {
  const time_t later = 86400 * 400;
  return gmtime(&later) == NULL ? arg : NULL;
}

int main(void) {
  const time_t zero = 0;
  const struct tm* first = gmtime(&zero);
  pthread_t thread;
  pthread_create(&thread, NULL, Ask, NULL);
  pthread_detach(thread);
  assert(first->tm_year == 70);
  return 0;
}
