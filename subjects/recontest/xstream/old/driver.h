// Makes writers. One driver serves all threads of a program.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "xml_writer.h"

class Driver {
 public:
  std::shared_ptr<XmlWriter> createWriter(std::string* out);
  void setProperty(const std::string& name, const std::string& value);
  std::string property(const std::string& name) const;
  int writersMade() const;

 private:
  mutable std::mutex lock_;
  std::map<std::string, std::string> properties_;
  int made_ = 0;
};
