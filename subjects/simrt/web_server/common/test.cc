// The server's operations by name, for scripts: requests over the loopback interface, and the parts it is made of.
#include "script.h"
#include "server.h"

namespace {

std::string Path(long number) { return "/doc" + std::to_string(number) + ".html"; }

Request Make(const std::string& method, const std::string& path) {
  Request request;
  request.method = method;
  request.path = path;
  request.version = "HTTP/1.1";
  request.body = "made";
  return request;
}

long ParseOnly(long number) {
  Request request;
  std::size_t used = 0;
  const std::string text = "GET " + Path(number) + "?a=b HTTP/1.1\r\nHost: here\r\n\r\nrest";
  return ParseRequest(text, &request, &used) == ParseResult::kComplete ? static_cast<long>(used) : 0;
}

struct Fixture {
  Server server;
  Fixture(int workers, std::size_t cache) : server(workers, cache) {}

  // The status of the reply.
  long Ask(const std::string& method, const std::string& path, const std::string& body = "") {
    Connection connection(ConnectTo(server.port()));
    if (!connection.valid()) return 0;
    connection.send(method + " " + path + " HTTP/1.1\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
                    "\r\n\r\n" + body);
    std::string reply;
    while (connection.receive(&reply)) {
    }
    return reply.size() > 12 ? (reply[9] - '0') * 100 + (reply[10] - '0') * 10 + (reply[11] - '0') : 0;
  }
  long Answer(const std::string& method, const std::string& path) { return server.answer(Make(method, path)).status; }
  bool Document(long number) {
    std::string body;
    return server.documents().get(Path(number), &body);
  }
  bool Cached(long number) {
    std::string text;
    return server.cache().find(Path(number), &text);
  }
};

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { Use(f.Ask("GET", Path(a))); }},
    {"head", [](Fixture& f, long a, long) { Use(f.Ask("HEAD", Path(a))); }},
    {"put", [](Fixture& f, long a, long b) { Use(f.Ask("PUT", Path(a), "text " + std::to_string(b))); }},
    {"delete", [](Fixture& f, long a, long) { Use(f.Ask("DELETE", Path(a))); }},
    {"missing", [](Fixture& f, long, long) { Use(f.Ask("GET", "/nowhere")); }},
    {"badMethod", [](Fixture& f, long a, long) { Use(f.Ask("PATCH", Path(a))); }},
    {"openSession", [](Fixture& f, long a, long) { Use(f.Ask("GET", "/session/open?user=u" + std::to_string(a))); }},
    {"closeSession", [](Fixture& f, long a, long) { Use(f.Ask("GET", "/session/close?id=" + std::to_string(a))); }},
    {"status", [](Fixture& f, long, long) { Use(f.Ask("GET", "/status")); }},
    {"purgeByRequest", [](Fixture& f, long, long) { Use(f.Ask("POST", "/cache/purge")); }},
    {"answer", [](Fixture& f, long a, long) { Use(f.Answer("GET", Path(a))); }},
    {"answerPut", [](Fixture& f, long a, long) { Use(f.Answer("PUT", Path(a))); }},
    {"docGet", [](Fixture& f, long a, long) { Use(f.Document(a)); }},
    {"docPut", [](Fixture& f, long a, long b) { Use(f.server.documents().put(Path(a), "x" + std::to_string(b))); }},
    {"docRemove", [](Fixture& f, long a, long) { Use(f.server.documents().remove(Path(a))); }},
    {"docExists", [](Fixture& f, long a, long) { Use(f.server.documents().exists(Path(a))); }},
    {"docList", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.documents().list("/doc").size())); }},
    {"docCount", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.documents().count())); }},
    {"docBytes", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.documents().bytes())); }},
    {"docVersion", [](Fixture& f, long, long) { Use(f.server.documents().version()); }},
    {"cacheInsert", [](Fixture& f, long a, long) { f.server.cache().insert(Path(a), "y"); }},
    {"cacheFind", [](Fixture& f, long a, long) { Use(f.Cached(a)); }},
    {"cacheInvalidate", [](Fixture& f, long a, long) { Use(f.server.cache().invalidate(Path(a))); }},
    {"cachePurge", [](Fixture& f, long, long) { f.server.cache().purge(); }},
    {"cacheCapacity", [](Fixture& f, long a, long) { f.server.cache().setCapacity(static_cast<std::size_t>(a)); }},
    {"cacheSize", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.cache().size())); }},
    {"cacheHits", [](Fixture& f, long, long) { Use(f.server.cache().hits()); }},
    {"cacheRate", [](Fixture& f, long, long) { Use(static_cast<long>(100 * f.server.cache().hitRate())); }},
    {"sessionOpen", [](Fixture& f, long, long) { Use(f.server.sessions().open("v")); }},
    {"sessionTouch", [](Fixture& f, long a, long) { Use(f.server.sessions().touch(static_cast<int>(a))); }},
    {"sessionClose", [](Fixture& f, long a, long) { Use(f.server.sessions().close(static_cast<int>(a))); }},
    {"sessionUser", [](Fixture& f, long a, long) { Use(static_cast<long>(f.server.sessions().userOf(static_cast<int>(a)).size())); }},
    {"sessionExpire", [](Fixture& f, long a, long) { Use(f.server.sessions().expire(a)); }},
    {"sessionActive", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.sessions().active())); }},
    {"requests", [](Fixture& f, long, long) { Use(f.server.counters().requests()); }},
    {"errors", [](Fixture& f, long, long) { Use(f.server.counters().errors()); }},
    {"bytesSent", [](Fixture& f, long, long) { Use(f.server.counters().bytes()); }},
    {"connections", [](Fixture& f, long, long) { Use(f.server.counters().connections()); }},
    {"peak", [](Fixture& f, long, long) { Use(f.server.counters().peak()); }},
    {"resetCounters", [](Fixture& f, long, long) { f.server.counters().reset(); }},
    {"report", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.counters().report().size())); }},
    {"logAdd", [](Fixture& f, long, long) { f.server.log().add("line"); }},
    {"logLast", [](Fixture& f, long, long) { Use(static_cast<long>(f.server.log().last(3).size())); }},
    {"logTotal", [](Fixture& f, long, long) { Use(f.server.log().total()); }},
    {"logRotate", [](Fixture& f, long, long) { f.server.log().rotate(); }},
    {"logRotations", [](Fixture& f, long, long) { Use(f.server.log().rotations()); }},
    {"logEnable", [](Fixture& f, long a, long) { f.server.log().setEnabled(a != 0); }},
    {"logEnabled", [](Fixture& f, long, long) { Use(f.server.log().enabled()); }},
    {"parse", [](Fixture&, long a, long) { Use(ParseOnly(a)); }},
    {"serialise", [](Fixture&, long, long) { Use(static_cast<long>(Serialise(Reply{}, true).size())); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // workers, entries of the cache
  Fixture fixture(static_cast<int>(numbers[0]), static_cast<std::size_t>(numbers.size() > 1 ? numbers[1] : 2));
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
