// Two readers and two writers come to an end.
#include <cassert>
#include <thread>

#include "document.h"

namespace {
constexpr int kRounds = 2;

void reader(Document& document) {
  for (int i = 0; i < kRounds; i++) document.read();
}

void writer(Document& document) {
  for (int i = 0; i < kRounds; i++) document.write();
}
}  // namespace

int main() {
  Document document;
  std::thread r1(reader, std::ref(document)), w1(writer, std::ref(document));
  std::thread r2(reader, std::ref(document)), w2(writer, std::ref(document));
  r1.join();
  w1.join();
  r2.join();
  w2.join();
  assert(document.revision() == 2 * kRounds);
  assert(document.reads() == 2 * kRounds);
}
