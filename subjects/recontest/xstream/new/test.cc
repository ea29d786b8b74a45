// Two threads write a document each: both are well formed.
#include <cassert>
#include <thread>

#include "xstream.h"

int main() {
  Driver driver;
  driver.setProperty("prolog", "yes");
  XStream stream(driver);
  stream.alias("com.shop.Order", "order");
  const Value order = Value::record("com.shop.Order").add("item", Value::text("a<b")).add("count", Value::number(3));
  const Value note = Value::text("done");
  std::string first, second;
  std::thread a([&] { first = stream.toXml(order); });
  std::thread b([&] { second = stream.toXml(note); });
  a.join();
  b.join();
  const std::string prolog = "<?xml version=\"1.0\"?>";
  assert(first == prolog + "<order class=\"order\"><item>a&lt;b</item><count>3</count></order>");
  assert(second == prolog + "<string>done</string>");
  assert(driver.writersMade() <= 2);
}
