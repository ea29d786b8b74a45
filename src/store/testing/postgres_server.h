// A PostgreSQL server for tests: started on loopback the first time it is needed, with its data in a directory of its own, and
// ended with the test program. As root it runs as the user postgres, which Debian's package makes.
#pragma once

#include <string>

namespace reweave::inline store {

class PostgresServer {
 public:
  // Address of a new, empty database. Aborts the tests with a message if there is no server.
  static std::string NewDatabase();
  static void Restart();  // connections are lost
  static void Stop();
  static void Start();
};

}  // namespace reweave::inline store
