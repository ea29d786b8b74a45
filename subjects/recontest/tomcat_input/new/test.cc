// A servlet reads its request's body while the connector takes the connection back: it reads what is there, or nothing.
#include <cassert>
#include <thread>

#include "input_buffer.h"

int main() {
  CoyoteRequest request("/form", {"name=", "value\nrest"});
  request.setHeader("content-length", "15");
  assert(request.contentLength() == 15);
  InputBuffer buffer(8);
  buffer.setRequest(&request);
  std::thread servlet([&] {
    char out[4];
    const int n = buffer.read(out, 4);
    assert(n == -1 || std::string(out, n) == "name");
    buffer.available();
  });
  std::thread connector([&] { buffer.recycle(); });
  servlet.join();
  connector.join();
  assert(buffer.isConsistent() && !buffer.isClosed());
  CoyoteRequest second("/next", {"a\nb"});
  buffer.recycle();
  buffer.setRequest(&second);
  assert(buffer.readLine() == "a");
  assert(buffer.readByte() == 'b' && buffer.readByte() == -1);
}
