// A small web server on the loopback interface: one thread accepts, others answer.
//
//   GET /path, HEAD, PUT /path, DELETE /path; GET /session/open?user=x, /session/close?id=n; GET /status; POST /cache/purge
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "http.h"
#include "resources.h"
#include "socket.h"

class Server {
 public:
  Server(int workers, std::size_t cache);
  ~Server();
  int port() const { return listener_.port(); }
  void stop();

  DocumentStore& documents() { return documents_; }
  ReplyCache& cache() { return cache_; }
  SessionTable& sessions() { return sessions_; }
  Counters& counters() { return counters_; }
  AccessLog& log() { return log_; }
  Reply answer(const Request& request);  // as a worker would

 private:
  void Accept();
  void Work();
  void Serve(int fd);
  Reply Documents(const Request& request);
  Reply Sessions(const Request& request);

  Listener listener_;
  DocumentStore documents_;
  ReplyCache cache_;
  SessionTable sessions_;
  Counters counters_;
  AccessLog log_{16};
  std::mutex mu_;
  std::condition_variable changed_;
  std::deque<int> waiting_;  // connections
  bool stopping_ = false;
  std::thread acceptor_;
  std::vector<std::thread> workers_;
};
