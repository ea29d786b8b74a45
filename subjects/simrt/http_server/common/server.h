// Answers requests that come over connections in memory; as many threads as asked for run the connections.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "boost/asio/io_context.hpp"
#include "boost/beast/_experimental/test/stream.hpp"
#include "boost/beast/http/message.hpp"
#include "boost/beast/http/string_body.hpp"
#include "parts.h"

namespace http = boost::beast::http;
using Stream = boost::beast::test::stream;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

class Server {
 public:
  explicit Server(int threads);
  ~Server();

  void Accept(Stream stream);
  Response Answer(const Request& request);
  boost::asio::io_context& io() { return io_; }
  Documents& documents() { return documents_; }
  Sessions& sessions() { return sessions_; }
  Counts& counts() { return counts_; }

 private:
  Response Reply(const Request& request);

  Documents documents_;
  Sessions sessions_;
  Counts counts_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::vector<std::thread> threads_;
};
