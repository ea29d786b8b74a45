#include "keyed_factory.h"

Connection* KeyedFactory::makeObject(int key) {
  live_.fetch_add(1);
#ifdef FAULT_ONLY
  return new Connection{key, 0};
#else
  return new Connection{key, made_.fetch_add(1)};
#endif
}

void KeyedFactory::destroyObject(Connection* connection) {
  live_.fetch_sub(1);
  delete connection;
}

#ifdef FAULT_ONLY
void KeyedFactory::activateObject(Connection*) {}

void KeyedFactory::passivateObject(Connection*) {}
#else
void KeyedFactory::activateObject(Connection*) { activations_.fetch_add(1); }

void KeyedFactory::passivateObject(Connection*) { activations_.fetch_sub(1); }
#endif
