// Connector and container both recycle a request after a time-out: its session's access ends once.
#include <cassert>
#include <thread>

#include "request.h"

int main() {
  Manager manager;
  const Context shop{"/shop"};
  Request request(manager);
  request.setContext(&shop);
  request.setMethod("POST");
  request.addCookie("JSESSIONID", "17");
  request.addParameter("item", "4");
  request.addParameter("item", "5");
  request.setAttribute("user", "anna");
  request.addNote("slow");
  Session* session = request.session(true);
  session->setAttribute("cart", "4,5");
  request.startEvent();
  assert(session->accessCount() == 1 && request.parameterValues("item").size() == 2);
  std::thread connector([&] {
    request.recycle();
    assert(request.context() == nullptr);
  });
  std::thread container([&] {
    const Context* context = request.context();
    assert(context == nullptr || context->path == "/shop");
    request.recycle();
  });
  connector.join();
  container.join();
  assert(session->accessCount() == 0 && manager.activeSessions() == 0);
  assert(request.method().empty() && request.cookie("JSESSIONID").empty() && request.attribute("user").empty());
  assert(session->attribute("cart") == "4,5");
}
