//: what: an overload for bool takes a pointer that was converted to a class
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex m;
int total;
struct Name {
  Name(const char* t) : text(t) {}
  const char* text;
};
void Put(Name name) {
  std::lock_guard<std::mutex> held(m);
  total += name.text[0];
}
+void Put(bool on) { total += on; }
void Work() { Put("x"); }
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
