// The server's operations by name, for scripts: requests of clients, and the parts that it is made of.
#include "boost/asio/buffer.hpp"
#include "boost/asio/write.hpp"
#include "boost/beast/core/flat_buffer.hpp"
#include "boost/beast/http/parser.hpp"
#include "boost/beast/http/read.hpp"
#include "boost/beast/http/write.hpp"
#include "script.h"
#include "server.h"

namespace {

std::string Path(long number) { return "/doc" + std::to_string(number); }

struct Fixture {
  boost::asio::io_context clients;
  Server server;
  Fixture(int threads, long documents) : server(threads) {
    for (long i = 0; i < documents; ++i) server.documents().Put(Path(i), "document " + std::to_string(i));
  }

  Stream Connect() {
    Stream client(clients), accepted(server.io());
    client.connect(accepted);
    server.Accept(std::move(accepted));
    return client;
  }

  long Receive(Stream& client) {
    boost::beast::flat_buffer buffer;
    Response response;
    boost::beast::error_code error;
    http::read(client, buffer, response, error);
    return error ? 0 : response.result_int();
  }

  // The status of the reply.
  long Ask(http::verb method, const std::string& path, const std::string& body = "") {
    Stream client = Connect();
    Request request(method, path, 11, body);
    request.keep_alive(false);
    request.prepare_payload();
    http::write(client, request);
    return method == http::verb::head ? 1 : Receive(client);
  }

  long AskTwice(long number) {
    Stream client = Connect();
    Request request(http::verb::get, Path(number), 11);
    long sum = 0;
    for (int i = 0; i < 2; ++i) {
      request.keep_alive(i == 0);
      http::write(client, request);
      sum += Receive(client);
    }
    return sum;
  }

  long AskText(const std::string& text) {
    Stream client = Connect();
    boost::asio::write(client, boost::asio::buffer(text));
    return Receive(client);
  }

  long Answer(http::verb method, const std::string& path) {
    return server.Answer(Request(method, path, 11, std::string("made"))).result_int();
  }
};

long Parse(const std::string& text) {
  http::request_parser<http::string_body> parser;
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(text), error);
  return !error && parser.is_done();
}

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::get, Path(a))); }},
    {"put", [](Fixture& f, long a, long b) { Use(f.Ask(http::verb::put, Path(a), "text " + std::to_string(b))); }},
    {"delete", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::delete_, Path(a))); }},
    {"twice", [](Fixture& f, long a, long) { Use(f.AskTwice(a)); }},
    {"badMethod", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::patch, Path(a))); }},
    {"malformed", [](Fixture& f, long, long) { Use(f.AskText("GET  twice\r\n\r\n")); }},
    {"badVersion", [](Fixture& f, long, long) { Use(f.AskText("GET / HTTP/7.x\r\n\r\n")); }},
    {"chunked", [](Fixture& f, long a, long) {
       Use(f.AskText("PUT " + Path(a) + " HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"));
     }},
    {"openSession", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::get, "/session/open?user=" + std::to_string(a))); }},
    {"touchSession", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::get, "/session/touch?id=" + std::to_string(a))); }},
    {"closeSession", [](Fixture& f, long a, long) { Use(f.Ask(http::verb::get, "/session/close?id=" + std::to_string(a))); }},
    {"status", [](Fixture& f, long, long) { Use(f.Ask(http::verb::get, "/status")); }},
    {"answer", [](Fixture& f, long a, long) { Use(f.Answer(http::verb::get, Path(a))); }},
    {"answerPut", [](Fixture& f, long a, long) { Use(f.Answer(http::verb::put, Path(a))); }},
    {"docGet", [](Fixture& f, long a, long) {
       std::string text;
       Use(f.server.documents().Get(Path(a), &text));
     }},
    {"docPut", [](Fixture& f, long a, long) { f.server.documents().Put(Path(a), "put"); }},
    {"docRemove", [](Fixture& f, long a, long) { Use(f.server.documents().Remove(Path(a))); }},
    {"docCount", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.documents().Count())); }},
    {"sessionOpen", [](Fixture& f, long, long) { Use(f.server.sessions().Open("v")); }},
    {"sessionTouch", [](Fixture& f, long a, long) { Use(f.server.sessions().Touch(static_cast<int>(a))); }},
    {"sessionClose", [](Fixture& f, long a, long) { Use(f.server.sessions().Close(static_cast<int>(a))); }},
    {"sessionExpire", [](Fixture& f, long a, long) { Use(f.server.sessions().Expire(a)); }},
    {"sessionUser", [](Fixture& f, long a, long) { Use(static_cast<long>(f.server.sessions().User(static_cast<int>(a)).size())); }},
    {"sessionActive", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.sessions().Active())); }},
    {"requests", [](Fixture& f, long, long) { Use(f.server.counts().Requests()); }},
    {"errors", [](Fixture& f, long, long) { Use(f.server.counts().Errors()); }},
    {"reset", [](Fixture& f, long, long) { f.server.counts().Reset(); }},
    {"report", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.counts().Report().size())); }},
    {"parse", [](Fixture&, long a, long) { Use(Parse("GET " + Path(a) + " HTTP/1.1\r\nHost: here\r\nAccept: */*\r\n\r\n")); }},
    {"parseBad", [](Fixture&, long a, long) { Use(Parse("GET" + Path(a) + "\r\n\r\n")); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // threads, documents
  Fixture fixture(static_cast<int>(numbers[0]), numbers.size() > 1 ? numbers[1] : 2);
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
