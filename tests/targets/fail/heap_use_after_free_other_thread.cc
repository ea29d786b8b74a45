// shows: a block freed by one thread and read by another later, in every order
// kind: heap
// always: yes
#include <string>
#include <thread>

int main() {
  auto* text = new std::string("long enough to live on the heap, certainly");
  std::thread frees([text] { delete text; });
  frees.join();
  size_t size = 0;
  std::thread reads([text, &size] { size = text->size(); });
  reads.join();
  return size == 1;
}
