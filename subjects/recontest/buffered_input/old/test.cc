// A thread reads lines from a stream that another thread closes: it gets what is there, or the message that the stream is closed.
#include <cassert>
#include <string>
#include <thread>

#include "buffered_input_stream.h"

static std::string line(BufferedInputStream& in) {
  std::string out;
  for (int byte = in.read(); byte >= 0 && byte != '\n'; byte = in.read()) out += static_cast<char>(byte);
  return out;
}

int main() {
  BufferedInputStream in(std::make_unique<StringInputStream>("ab\ncdefghij\n"), 4);
  assert(line(in) == "ab");
  std::thread reader([&] {
    try {
      in.mark(4);
      char out[3];
      const int n = in.read(out, 3);
      assert(n == 3 && std::string(out, 3) == "cde");
      in.reset();
      assert(in.skip(1) == 1);
    } catch (const IoError&) {
    }
  });
  std::thread closer([&] { in.close(); });
  reader.join();
  closer.join();
  assert(!in.isOpen());
}
