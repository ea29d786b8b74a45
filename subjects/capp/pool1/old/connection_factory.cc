#include "connection_factory.h"

#include <cassert>

Connection* ConnectionFactory::makeObject() {
  int live = live_.fetch_add(1) + 1;
  assert(live <= mostLive_ && "more connections than allowed");
#ifdef FAULT_ONLY
  return new Connection{live, true};
#else
  return new Connection{made_.fetch_add(1), true};
#endif
}

void ConnectionFactory::destroyObject(Connection* connection) {
  live_.fetch_sub(1);
  delete connection;
}

bool ConnectionFactory::validateObject(Connection* connection) {
#ifndef FAULT_ONLY
  validations_.fetch_add(1);
#endif
  return connection->valid;
}

#ifdef FAULT_ONLY
void ConnectionFactory::activateObject(Connection*) {}

void ConnectionFactory::passivateObject(Connection*) {}
#else
void ConnectionFactory::activateObject(Connection*) { activations_.fetch_add(1); }

void ConnectionFactory::passivateObject(Connection*) { activations_.fetch_sub(1); }
#endif
