// shows: a request counts itself into a device after it looked at the flag of the removal, which drops the last count and frees
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Device {
  std::atomic<int> io{1};
  std::atomic<bool> removing{false}, gone{false};
} device;
void Drop() {
  if (--device.io == 0) device.gone = true;
}
void* Request(void*) {
  if (device.removing) return nullptr;
  ++device.io;
  if (!device.removing) assert(!device.gone);
  Drop();
  return nullptr;
}
void* Remove(void*) {
  device.removing = true;
  Drop();
  return nullptr;
}
void* LateRequest(void*) {
  if (device.removing) return nullptr;
  ++device.io;
  assert(!device.gone);
  Drop();
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16], removal, late;
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Request, nullptr);
  pthread_create(&late, nullptr, LateRequest, nullptr);
  pthread_create(&removal, nullptr, Remove, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  pthread_join(late, nullptr), pthread_join(removal, nullptr);
}
