// shows: an asio server and client over a loopback socket, two threads in one io_context
// compile: -DASIO_STANDALONE
#include <asio.hpp>
#include <array>
#include <cassert>
#include <string>
#include <thread>

using asio::ip::tcp;

struct Session : std::enable_shared_from_this<Session> {
  explicit Session(tcp::socket s) : socket(std::move(s)) {}
  void Start() {
    auto self = shared_from_this();
    socket.async_read_some(asio::buffer(data), [this, self](const asio::error_code& error, size_t size) {
      if (error) return;
      asio::async_write(socket, asio::buffer(data, size), [self](const asio::error_code&, size_t) {});
    });
  }
  tcp::socket socket;
  std::array<char, 16> data;
};

static void Run() {
  asio::io_context context(2);
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  acceptor.async_accept([](const asio::error_code& error, tcp::socket socket) {
    if (!error) std::make_shared<Session>(std::move(socket))->Start();
  });
  std::thread a([&] { context.run(); }), b([&] { context.run(); });
  {
    asio::io_context own;
    tcp::socket client(own);
    client.connect(acceptor.local_endpoint());
    asio::write(client, asio::buffer(std::string("ping")));
    std::array<char, 4> answer;
    asio::read(client, asio::buffer(answer));
    assert(std::string(answer.data(), 4) == "ping");
  }
  a.join();
  b.join();
}

int main() {  // a descriptor opened before the first thread could not be rewound
  std::thread(Run).join();
}
