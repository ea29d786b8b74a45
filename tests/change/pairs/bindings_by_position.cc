//: what: two fields change places under a structured binding
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
struct Locks {
-  std::mutex* data;
-  std::mutex* log;
+  std::mutex* log;
+  std::mutex* data;
};
static std::mutex data_mutex, log_mutex;
static int value, lines;
static Locks Get() {
  Locks out;
  out.data = &data_mutex;
  out.log = &log_mutex;
  return out;
}
static void Add() {
  auto [data, log] = Get();
  std::lock_guard<std::mutex> held(*data);
  ++value;
}
static void Log() {
  std::lock_guard<std::mutex> held(data_mutex);
  lines = value;
}
int main() {
  std::thread a(Add), b(Log);
  a.join();
  b.join();
}
