// What can be serialized: texts, numbers and records of them.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

class Value {
 public:
  static Value text(std::string text) { return Value("string", std::move(text)); }
  static Value number(long number) { return Value("long", std::to_string(number)); }
  static Value record(std::string type) { return Value(std::move(type), ""); }

  Value& add(std::string name, Value value) {
    fields_.emplace_back(std::move(name), std::move(value));
    return *this;
  }
  const std::string& type() const { return type_; }
  const std::string& content() const { return content_; }
  const std::vector<std::pair<std::string, Value>>& fields() const { return fields_; }

 private:
  Value(std::string type, std::string content) : type_(std::move(type)), content_(std::move(content)) {}
  std::string type_, content_;
  std::vector<std::pair<std::string, Value>> fields_;
};
