// shows: asio io_context run by two threads, handlers serialised by a strand
// compile: -DASIO_STANDALONE
#include <asio.hpp>
#include <cassert>
#include <thread>

int main() {
  asio::io_context context(2);
  auto strand = asio::make_strand(context);
  int counter = 0;  // only touched on the strand
  for (int i = 0; i < 3; i++) asio::post(strand, [&] { counter++; });
  std::thread a([&] { context.run(); }), b([&] { context.run(); });
  a.join();
  b.join();
  assert(counter == 3);
}
