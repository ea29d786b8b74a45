// shows: N senders share a channel; each looks whether all have sent, outside the lock, and the one that finds so closes it
// set: once
// args: 2
// args: 6
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sent, closed, n, length, items[64];
void Send(int value) {
  pthread_mutex_lock(&m);
  assert(!closed);
  items[length++] = value;
  ++sent;
  pthread_mutex_unlock(&m);
}
int AllSent(void) {
  pthread_mutex_lock(&m);
  const int all = sent == n;
  pthread_mutex_unlock(&m);
  return all;
}
void Close(void) {
  pthread_mutex_lock(&m);
  assert(!closed);  // closing twice is an error, as in Go
  closed = 1;
  pthread_mutex_unlock(&m);
}
void* Sender(void* arg) {
  Send((int)(long)arg);
  if (AllSent()) Close();
  return NULL;
}
int main(int argc, char** argv) {
  n = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t t[16];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], NULL, Sender, (void*)i);
  for (int i = 0; i < n; ++i) pthread_join(t[i], NULL);
  return 0;
}
