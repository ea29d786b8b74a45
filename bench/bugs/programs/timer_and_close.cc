// shows: a timer's handler and the close of its device both find it armed and free the request (kernel pattern)
// set: held
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Request {
  int length;
};
struct Device {
  bool armed;
  Request* request;
  pthread_mutex_t lock;
} device{true, nullptr, PTHREAD_MUTEX_INITIALIZER};
int sent;
void* Timer(void*) {
  if (!device.armed) return nullptr;
  pthread_mutex_lock(&device.lock);
  sent += device.request->length;
  free(device.request);
  device.armed = false;
  pthread_mutex_unlock(&device.lock);
  return nullptr;
}
void* Close(void*) {
  pthread_mutex_lock(&device.lock);
  const bool armed = device.armed;
  pthread_mutex_unlock(&device.lock);
  if (armed) {
    free(device.request);
    device.armed = false;
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  device.request = static_cast<Request*>(calloc(1, sizeof(Request)));
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Close, nullptr);
  pthread_create(&t[n], nullptr, Timer, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
