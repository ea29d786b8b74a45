// Two threads configure a data source each, while a third one exists: every one of them has a key of its own.
#include <cassert>
#include <thread>

#include "shared_pool_data_source.h"

int main() {
  Driver driver;
  Instances instances;
  SharedPoolDataSource first(instances, driver), orders(instances, driver), stock(instances, driver);
  first.setDataSourceName("first");
  std::thread a([&] {
    orders.setMaxActive(2);
    orders.setDataSourceName("orders");
    auto connection = orders.getConnection("web", "secret");
    assert(connection->execute("select").rfind("web@", 0) == 0);
    orders.release(std::move(connection));
  });
  std::thread b([&] {
    stock.setDataSourceName("stock");
    auto connection = stock.getConnection("batch", "secret");
    stock.release(std::move(connection));
  });
  a.join();
  b.join();
  assert(instances.size() == 3);
  assert(instances.find(orders.instanceKey()) == &orders);
  assert(instances.find(stock.instanceKey()) == &stock);
  assert(orders.numActive() == 0);
  instances.closeAll();
  assert(instances.size() == 0);
}
