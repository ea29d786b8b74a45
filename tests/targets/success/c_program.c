// shows: a plain C program: a linked-list queue with pthreads, malloc and varargs
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node* next;
  char text[16];
};

static struct node* head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(const char* format, ...) {
  struct node* node = malloc(sizeof *node);
  va_list args;
  va_start(args, format);
  vsnprintf(node->text, sizeof node->text, format, args);
  va_end(args);
  pthread_mutex_lock(&lock);
  node->next = head;
  head = node;
  pthread_mutex_unlock(&lock);
}

static void* run(void* id) {
  for (int i = 0; i < 2; i++) push("%s-%d", (const char*)id, i);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, "left");
  pthread_create(&threads[1], NULL, run, "right");
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  int count = 0;
  while (head) {
    struct node* next = head->next;
    assert(strchr(head->text, '-'));
    free(head);
    head = next;
    count++;
  }
  assert(count == 4);
  return 0;
}
