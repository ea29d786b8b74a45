#include "server.h"

#include <cstdlib>

Server::Server(int workers, std::size_t cache) : cache_(cache), acceptor_([this] { Accept(); }) {
  for (int i = 0; i < workers; ++i) workers_.emplace_back([this] { Work(); });
}

Server::~Server() {
  stop();
  acceptor_.join();
  for (std::thread& worker : workers_) worker.join();
}

void Server::stop() {
  {
    std::lock_guard<std::mutex> guard(mu_);
    if (stopping_) return;
    stopping_ = true;
    changed_.notify_all();
  }
  listener_.wake();
}

void Server::Accept() {
  for (;;) {
    const int fd = listener_.accept();
    std::lock_guard<std::mutex> guard(mu_);
    if (stopping_ || fd < 0) {
      const Connection last(fd);
      return;
    }
    waiting_.push_back(fd);
    changed_.notify_one();
  }
}

void Server::Work() {
  for (;;) {
    int fd = -1;
    {
      std::unique_lock<std::mutex> lock(mu_);
      changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      fd = waiting_.front();
      waiting_.pop_front();
    }
    Serve(fd);
  }
}

void Server::Serve(int fd) {
  Connection connection(fd);
  counters_.connection(1);
  std::string input;
  for (bool open = true; open;) {
    Request request;
    std::size_t used = 0;
    const ParseResult result = ParseRequest(input, &request, &used);
    if (result == ParseResult::kPartial) {
      if (!connection.receive(&input)) break;
      continue;
    }
    Reply reply;
    if (result == ParseResult::kBad) {
      reply.status = 400;
      open = false;
    } else {
      input.erase(0, used);
      reply = answer(request);
      open = request.keepAlive();
    }
    const std::string text = Serialise(reply, request.method != "HEAD");
    counters_.request(reply.status, text.size());
    log_.add(request.method + " " + request.path + " " + std::to_string(reply.status));
    if (!connection.send(text)) break;
  }
  counters_.connection(-1);
}

Reply Server::answer(const Request& request) {
  if (request.path.starts_with("/session/")) return Sessions(request);
  if (request.path == "/status") {
    Reply reply;
    reply.body = counters_.report();
    return reply;
  }
  if (request.path == "/cache/purge") {
    cache_.purge();
    Reply reply;
    reply.status = 204;
    return reply;
  }
  return Documents(request);
}

Reply Server::Documents(const Request& request) {
  Reply reply;
  reply.headers.emplace_back("Content-Type", TypeOf(request.path));
  if (request.method == "GET" || request.method == "HEAD") {
    if (cache_.find(request.path, &reply.body)) return reply;
    if (!documents_.get(request.path, &reply.body)) reply.status = 404;
    else cache_.insert(request.path, reply.body);
  } else if (request.method == "PUT") {
    reply.status = documents_.put(request.path, request.body) ? 201 : 204;
    cache_.invalidate(request.path);
  } else if (request.method == "DELETE") {
    reply.status = documents_.remove(request.path) ? 204 : 404;
    cache_.invalidate(request.path);
  } else {
    reply.status = 405;
  }
  return reply;
}

Reply Server::Sessions(const Request& request) {
  Reply reply;
  if (request.path == "/session/open") {
    reply.body = std::to_string(sessions_.open(DecodeForm(request.query, "user")));
    return reply;
  }
  const int id = std::atoi(DecodeForm(request.query, "id").c_str());
  if (request.path == "/session/close") reply.status = sessions_.close(id) ? 204 : 404;
  else if (request.path == "/session/touch") reply.status = sessions_.touch(id) ? 204 : 404;
  else reply.status = 404;
  return reply;
}
