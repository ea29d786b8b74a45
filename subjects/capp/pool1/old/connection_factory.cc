#include "connection_factory.h"

#include <cassert>

Connection* ConnectionFactory::makeObject() {
  int live = live_.fetch_add(1) + 1;
  assert(live <= mostLive_ && "more connections than allowed");
  return new Connection{made_.fetch_add(1), true};
}

void ConnectionFactory::destroyObject(Connection* connection) {
  live_.fetch_sub(1);
  delete connection;
}

bool ConnectionFactory::validateObject(Connection* connection) {
  validations_.fetch_add(1);
  return connection->valid;
}

void ConnectionFactory::activateObject(Connection*) { activations_.fetch_add(1); }

void ConnectionFactory::passivateObject(Connection*) { activations_.fetch_sub(1); }
