// Settings of a program over two tables: what was set, and defaults. Lines "key=value" can be loaded and stored.
#pragma once
#include <memory>
#include <string>

#include "hashtable.h"

class Properties {
 public:
  explicit Properties(const Hashtable* defaults = nullptr) : defaults_(defaults) {}
  int number(const std::string& key, int missing) const;
  void set(const std::string& key, int value) { table_.put(key, value); }
  // Says how many lines were taken; a line without "=" or with a "#" in front is none.
  int load(const std::string& text);
  std::string store() const;
  // What is set now; later changes of the properties are not in it.
  std::unique_ptr<Hashtable> snapshot() const { return table_.clone(); }

 private:
  Hashtable table_;
  const Hashtable* defaults_;
};
