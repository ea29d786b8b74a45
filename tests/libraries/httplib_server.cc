// shows: a cpp-httplib server and client in one process over the loopback
// compile: -DCPPHTTPLIB_OPENSSL_SUPPORT -DCPPHTTPLIB_ZLIB_SUPPORT -DCPPHTTPLIB_BROTLI_SUPPORT
// link: -lcpp-httplib -lssl -lcrypto
// schedules: 20
#include <cassert>
#include <httplib.h>
#include <thread>

static void Run() {
  httplib::Server server;
  server.new_task_queue = [] { return new httplib::ThreadPool(1); };
  server.Get("/hello", [](const httplib::Request&, httplib::Response& response) { response.set_content("world", "text/plain"); });
  int port = server.bind_to_any_port("127.0.0.1");
  assert(port > 0);
  std::thread listener([&] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
  {
    httplib::Client client("127.0.0.1", port);
    auto answer = client.Get("/hello");
    if (answer) assert(answer->status == 200 && answer->body == "world");  // else: its own time-outs came by decision
  }
  server.stop();
  listener.join();
}

int main() {  // a descriptor opened before the first thread could not be rewound
  std::thread(Run).join();
}
