// shows: printf reads the text behind %s, and sscanf writes behind %d, while another thread uses both
// kind: race
// strategies: dpor
#include <pthread.h>
#include <stdio.h>

static char name[8] = "abc";
static int number;

static void* Changes(void* a) {
  name[1] = 'x';
  return a;
}

static void* Scans(void* a) {
  char own[] = "17";
  sscanf(own, "%d", &number);
  return a;
}

int main(void) {
  pthread_t a, b;
  char line[32];
  pthread_create(&a, 0, Changes, 0);
  snprintf(line, sizeof line, "<%s>", name);
  pthread_join(a, 0);
  pthread_create(&b, 0, Scans, 0);
  number = 3;
  pthread_join(b, 0);
  return 0;
}
