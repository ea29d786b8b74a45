// Values to XML. Aliases replace names of types.
#pragma once
#include <map>
#include <mutex>
#include <string>

#include "driver.h"
#include "value.h"

class XStream {
 public:
  explicit XStream(Driver& driver) : driver_(driver) {}
  void alias(const std::string& type, const std::string& name);
  std::string toXml(const Value& value);

 private:
  std::string nameOf(const std::string& type) const;
  void marshal(const Value& value, const std::string& name, XmlWriter& writer) const;

  Driver& driver_;
  mutable std::mutex lock_;
  std::map<std::string, std::string> aliases_;
};
