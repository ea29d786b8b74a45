// A program shuts its log down while a thread still configures and uses it: no crash, and an appender that was added is attached or
// closed, once.
#include <cassert>
#include <thread>

#include "category.h"

int main() {
  Hierarchy hierarchy;
  Category& net = hierarchy.get("net");
  Category& http = hierarchy.get("net.http");
  auto first = std::make_shared<ListAppender>("first", std::make_unique<PatternLayout>("%c [%p] %m%n"));
  auto second = std::make_shared<ListAppender>("second", std::make_unique<SimpleLayout>());
  first->addFilter(std::make_unique<LevelRangeFilter>(Level::kInfo, Level::kError));
  net.addAppender(first);
  std::thread user([&] {
    http.log(Level::kWarn, "slow answer");
    net.addAppender(second);
  });
  std::thread closer([&] { hierarchy.shutdown(); });
  user.join();
  closer.join();
  assert(first->timesClosed() == 1);
  assert(second->timesClosed() + net.isAttached(second.get()) == 1);
  assert(first->lines().size() <= 1);
}
