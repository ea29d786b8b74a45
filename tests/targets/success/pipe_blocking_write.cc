// shows: a write to a full pipe blocks only its thread until somebody reads
// needs: exec
// schedules: 50
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char block[65536];

static void* Write(void*) {
  for (int i = 0; i < 2; i++) {
    size_t done = 0;
    while (done < sizeof block) {
      ssize_t rc = write(ends[1], block + done, sizeof block - done);
      assert(rc > 0);
      done += rc;
    }
  }
  close(ends[1]);
  return nullptr;
}

int main() {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Write, nullptr);
  static char buffer[65536];
  size_t total = 0;
  for (ssize_t rc; (rc = read(ends[0], buffer, sizeof buffer)) > 0;) total += rc;
  assert(total == 2 * sizeof block);
  pthread_join(thread, nullptr);
}
