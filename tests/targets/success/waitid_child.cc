// shows: waitid waits for a child that takes its time, while other threads go on
// needs: exec
// schedules: 3
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int done;

static void* Work(void*) {
  done = 1;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Work, nullptr);
  pid_t child = fork();
  if (child == 0) {
    usleep(250000);
    _exit(3);
  }
  siginfo_t info = {};
  assert(waitid(P_PID, child, &info, WEXITED) == 0);
  assert(info.si_pid == child && info.si_status == 3);
  pthread_join(thread, nullptr);
  assert(done == 1);
}
