//: what: a member that a thread uses is destroyed before the thread is joined
//: impact: changed
//: fault: any
//: found: yes
#include "pair.h"
struct Buffer {
  ~Buffer() { *data = -1; }
  int* data = new int(0);
};
struct Joiner {
  ~Joiner() { pthread_join(thread, nullptr); }
  pthread_t thread{};
};
struct Server {
-  Buffer buffer;
-  Joiner joiner;
+  Joiner joiner;
+  Buffer buffer;
  Server() { pthread_create(&joiner.thread, nullptr, &Server::Run, this); }
  static void* Run(void* self) {
    ++*static_cast<Server*>(self)->buffer.data;
    return nullptr;
  }
};
int main() {
  Server server;
  return 0;
}
