// shows: fork in a thread, a child that exits by itself, waitpid
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* Fork(void* status) {
  pid_t child = fork();
  if (child == 0) _exit(*static_cast<int*>(status));
  assert(child > 0);
  int result;
  assert(waitpid(child, &result, 0) == child);
  assert(WIFEXITED(result) && WEXITSTATUS(result) == *static_cast<int*>(status));
  return nullptr;
}

int main() {
  int statuses[2] = {3, 4};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Fork, &statuses[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
