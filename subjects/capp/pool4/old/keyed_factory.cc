#include "keyed_factory.h"

Connection* KeyedFactory::makeObject(int key) {
  live_.fetch_add(1);
  return new Connection{key, made_.fetch_add(1)};
}

void KeyedFactory::destroyObject(Connection* connection) {
  live_.fetch_sub(1);
  delete connection;
}

void KeyedFactory::activateObject(Connection*) { activations_.fetch_add(1); }

void KeyedFactory::passivateObject(Connection*) { activations_.fetch_sub(1); }
