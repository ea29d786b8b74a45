//: what: a vector is no longer reserved: growing moves what another thread points to
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <thread>
#include <vector>
int main() {
  std::vector<int> values;
-  values.reserve(4);
  values.push_back(1);
  int* first = &values[0];
  std::thread a([first] { *first = 2; });
  values.push_back(3);
  a.join();
}
