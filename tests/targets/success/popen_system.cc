// shows: system, popen and posix_spawn of other programs
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static void* Run(void*) {
  assert(WEXITSTATUS(system("exit 7")) == 7);
  FILE* out = popen("echo hello", "r");
  char line[16] = {};
  assert(out && fgets(line, sizeof line, out) && strcmp(line, "hello\n") == 0);
  assert(pclose(out) == 0);
  pid_t child;
  char* const argv[] = {const_cast<char*>("true"), nullptr};
  assert(posix_spawnp(&child, "true", nullptr, nullptr, argv, nullptr) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
