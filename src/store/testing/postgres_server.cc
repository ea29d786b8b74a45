#include "store/testing/postgres_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/command.h"

namespace reweave::inline store {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void GiveUp(const std::string& why) {
  std::fprintf(stderr, "store tests: %s\n", why.c_str());
  std::exit(1);
}

// The newest that is installed.
std::string ServerPrograms() {
  std::string best;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error))
    if (fs::exists(version.path() / "bin" / "initdb")) best = std::max(best, (version.path() / "bin").string());
  if (best.empty()) GiveUp("no PostgreSQL server; install the package postgresql-15");
  return best;
}

int FreePort() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    GiveUp("no free port");
  close(fd);
  return ntohs(address.sin_port);
}

class Server {
 public:
  Server() : owner_(getpid()), programs_(ServerPrograms()), port_(FreePort()) {
    std::string pattern = std::filesystem::temp_directory_path() / "reweave-postgres-XXXXXX";
    directory_ = mkdtemp(pattern.data());
    if (getuid() == 0) {
      user_ = getpwnam("postgres");
      if (user_ == nullptr) GiveUp("no user postgres to run the server as");
      if (chown(directory_.c_str(), user_->pw_uid, user_->pw_gid) != 0) GiveUp("cannot hand over " + directory_);
    }
    const pid_t pid = Spawn(
        {programs_ + "/initdb", "-D", directory_ + "/data", "-A", "trust", "-U", "tester", "-N", "--no-locale", "-E", "UTF8"});
    int status = 0;
    waitpid(pid, &status, 0);
    if (status != 0) GiveUp("initdb failed, see " + directory_ + "/log");
    Start();
  }
  // Forked children of tests end by _exit and do not come here.
  ~Server() {
    if (getpid() != owner_) return;
    Stop();
    std::error_code error;
    fs::remove_all(directory_, error);
  }

  void Start() {
    pid_ = Spawn({programs_ + "/postgres", "-D", directory_ + "/data", "-k", directory_, "-h", "127.0.0.1", "-p",
                  std::to_string(port_), "-F", "-N", "1100"});
    for (int i = 0; i < 600; ++i) {
      if (PQping(Url("postgres").c_str()) == PQPING_OK) return;
      if (waitpid(pid_, nullptr, WNOHANG) == pid_) break;
      usleep(50000);
    }
    GiveUp("the server did not start, see " + directory_ + "/log");
  }

  void Stop() {
    if (pid_ <= 0) return;
    kill(pid_, SIGINT);  // fast: sessions are cut off
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  std::string NewDatabase() {
    const std::string name = fmt::format("store{}", ++databases_);
    PGconn* connection = PQconnectdb(Url("postgres").c_str());
    PGresult* result = PQexec(connection, ("CREATE DATABASE " + name).c_str());
    const bool made = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    PQfinish(connection);
    if (!made) GiveUp("cannot make a database");
    return Url(name);
  }

  std::string Url(const std::string& database) const {
    return fmt::format("postgresql://tester@127.0.0.1:{}/{}", port_, database);
  }

 private:
  pid_t Spawn(std::vector<std::string> command) {
    const pid_t parent = getpid(), pid = fork();
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGINT);
    if (getppid() != parent) _exit(127);
    std::vector<char*> argv = ArgumentPointers(command);
    if (user_ != nullptr && (setgroups(0, nullptr) != 0 || setgid(user_->pw_gid) != 0 || setuid(user_->pw_uid) != 0)) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGINT);  // forgotten with the change of user
    if (chdir(directory_.c_str()) != 0 || std::freopen("log", "a", stdout) == nullptr || dup2(1, 2) < 0) _exit(125);
    execv(argv[0], argv.data());
    _exit(127);
  }

  pid_t owner_;
  std::string programs_, directory_;
  int port_, databases_ = 0;
  passwd* user_ = nullptr;
  pid_t pid_ = -1;
};

Server& TheServer() {
  static Server server;
  return server;
}

}  // namespace

std::string PostgresServer::NewDatabase() { return TheServer().NewDatabase(); }
void PostgresServer::Stop() { TheServer().Stop(); }
void PostgresServer::Start() { TheServer().Start(); }
void PostgresServer::Restart() { Stop(), Start(); }

}  // namespace reweave::inline store
