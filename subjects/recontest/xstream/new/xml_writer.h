// Writes a document into a text that belongs to the caller.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

struct StreamError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class XmlWriter {
 public:
  // From now on everything goes to `out`.
  void reset(std::string* out);
  void startDocument();
  void startElement(const std::string& name);
  void attribute(const std::string& name, const std::string& value);
  void text(const std::string& text);
  void endElement();
  // Closes what is open; the writer writes nowhere then.
  void endDocument();

 private:
  void closeStart();
  void put(const std::string& text);
  static std::string escape(const std::string& text);

  std::string* out_ = nullptr;
  std::vector<std::string> open_;
  bool inStart_ = false;
};
