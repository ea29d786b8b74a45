//: what: the thread of an object starts before the object is complete
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Server {
  Server() {
-    limit = 7;
-    pthread_create(&thread, nullptr, &Server::Run, this);
+    pthread_create(&thread, nullptr, &Server::Run, this);
+    limit = 7;
  }
  ~Server() { pthread_join(thread, nullptr); }
  static void* Run(void* self) {
    auto* server = static_cast<Server*>(self);
    server->seen = server->limit;
    return nullptr;
  }
  pthread_t thread{};
  int limit = 0, seen = 0;
};
int main() {
  Server server;
  return 0;
}
