#include "server.h"

#include <charconv>

#include "boost/asio/post.hpp"
#include "boost/beast/core/flat_buffer.hpp"
#include "boost/beast/http/read.hpp"
#include "boost/beast/http/write.hpp"

namespace {

// One connection: reads a request, answers it, until either side closes.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, Stream stream) : server_(server), stream_(std::move(stream)) {}

  void Read() {
    request_ = {};
    http::async_read(stream_, buffer_, request_, [self = shared_from_this()](boost::beast::error_code error, std::size_t) {
      if (!error) return self->Write(self->server_.Answer(self->request_));
      if (error == http::error::end_of_stream || error.category() != make_error_code(http::error::bad_method).category()) return;
      self->server_.counts().Request(400, 0);
      Response refused(http::status::bad_request, 11);
      refused.keep_alive(false);
      refused.prepare_payload();
      self->Write(std::move(refused));
    });
  }

 private:
  void Write(Response response) {
    response_ = std::move(response);
    http::async_write(stream_, response_, [self = shared_from_this()](boost::beast::error_code error, std::size_t) {
      if (error || !self->response_.keep_alive()) return self->stream_.close();
      self->Read();
    });
  }

  Server& server_;
  Stream stream_;
  boost::beast::flat_buffer buffer_;
  Request request_;
  Response response_;
};

int NumberIn(const std::string& text) {
  int number = 0;
  const std::size_t at = text.find('=');
  if (at != std::string::npos) std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
  return number;
}

}  // namespace

Server::Server(int threads) : work_(io_.get_executor()) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { io_.run(); });
}

Server::~Server() {
  work_.reset();
  io_.stop();
  for (std::thread& thread : threads_) thread.join();
}

void Server::Accept(Stream stream) {
  auto connection = std::make_shared<Connection>(*this, std::move(stream));
  boost::asio::post(io_, [connection] { connection->Read(); });
}

Response Server::Answer(const Request& request) {
  Response response = Reply(request);
  response.version(request.version());
  response.keep_alive(request.keep_alive());
  response.set(http::field::server, "mirror of memory");
  response.prepare_payload();
  counts_.Request(response.result_int(), response.body().size());
  return response;
}

Response Server::Reply(const Request& request) {
  Response response;
  const std::string target(request.target());
  if (target.starts_with("/session/")) {
    if (target.starts_with("/session/open")) response.body() = std::to_string(sessions_.Open("u" + target.substr(13)));
    else if (target.starts_with("/session/touch")) response.body() = sessions_.Touch(NumberIn(target)) ? "yes" : "no";
    else if (target.starts_with("/session/close")) response.body() = sessions_.Close(NumberIn(target)) ? "yes" : "no";
    else response.result(http::status::not_found);
  } else if (target == "/status") {
    response.body() = counts_.Report();
  } else if (request.method() == http::verb::get || request.method() == http::verb::head) {
    if (!documents_.Get(target, &response.body())) response.result(http::status::not_found);
    if (request.method() == http::verb::head) response.body().clear();
  } else if (request.method() == http::verb::put) {
    documents_.Put(target, request.body());
    response.result(http::status::created);
  } else if (request.method() == http::verb::delete_) {
    if (!documents_.Remove(target)) response.result(http::status::not_found);
  } else {
    response.result(http::status::method_not_allowed);
  }
  return response;
}
