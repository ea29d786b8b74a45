// shows: a write larger than the pipe and a recv that waits for all of it: the other thread must run in between
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
enum { kBytes = 150000 };
static int ends[2], pair[2];
static char out[kBytes], in[kBytes];
static void* None(void* p) { return p; }
static void* Writes(void* p) {
  memset(out, 7, sizeof out);
  assert(write(ends[1], out, sizeof out) == kBytes);
  close(ends[1]);
  assert(send(pair[1], "half", 4, 0) == 4);
  assert(send(pair[1], "rest", 4, 0) == 4);
  return p;
}
int main(void) {
  pthread_t t, none;
  pthread_create(&none, 0, None, 0);  // what is opened after the first thread belongs to the run
  pthread_join(none, 0);
  assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pthread_create(&t, 0, Writes, 0);
  long all = 0, n;
  while ((n = read(ends[0], in, sizeof in)) > 0) all += n;
  assert(all == kBytes);
  char text[8];
  assert(recv(pair[0], text, sizeof text, MSG_WAITALL) == 8 && memcmp(text, "halfrest", 8) == 0);
  pthread_join(t, 0);
  return 0;
}
