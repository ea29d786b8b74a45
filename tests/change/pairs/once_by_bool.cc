//: what: call_once becomes a static bool that is asked and set
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <memory>
#include <mutex>
#include <string>
#include <thread>
struct Codec {
  std::string name = "utf-8, with a name too long for the small buffer";
};
-std::once_flag once;
+bool once;
std::unique_ptr<Codec> codec;
const Codec& TheCodec() {
-  std::call_once(once, [] { codec = std::make_unique<Codec>(); });
+  if (!once) {
+    once = true;
+    codec = std::make_unique<Codec>();
+  }
  return *codec;
}
int main() {
  auto use = [] { return TheCodec().name.size(); };
  std::thread a(use), b(use);
  a.join();
  b.join();
}
