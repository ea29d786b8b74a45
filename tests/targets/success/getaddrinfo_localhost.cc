// shows: getaddrinfo of a numeric host and of localhost, which loads libraries and reads files in libc
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static void* Resolve(void*) {
  addrinfo hints = {}, *result = nullptr;
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST;
  assert(getaddrinfo("127.0.0.1", "80", &hints, &result) == 0 && result);
  freeaddrinfo(result);
  hints.ai_flags = 0;
  result = nullptr;
  if (getaddrinfo("localhost", nullptr, &hints, &result) == 0) freeaddrinfo(result);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Resolve, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
