// A thread logs while another one takes the logger's filter away: a record is published or refused, and nothing is called that is not
// there.
#include <cassert>
#include <thread>

#include "logger.h"

int main() {
  LogManager manager;
  auto memory = std::make_shared<MemoryHandler>(8);
  manager.root().addHandler(memory);
  Logger& net = manager.get("net");
  Logger& http = manager.get("net.http");
  const PrefixFilter get("GET");
  http.setFilter(&get);
  std::thread server([&] {
    http.info("GET /");
    http.warning("POST /form");
  });
  std::thread admin([&] {
    http.setFilter(nullptr);
    net.setLevel(Level::kWarning);
  });
  server.join();
  admin.join();
  assert(memory->published() <= 2);
  http.setFilter(&get);
  net.setLevel(std::nullopt);
  http.info("GET /again");
  assert(memory->lines().back().find("net.http INFO: GET /again") != std::string::npos);
}
