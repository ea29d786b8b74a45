#include "xstream.h"

void XStream::alias(const std::string& type, const std::string& name) {
  std::lock_guard<std::mutex> guard(lock_);
  aliases_[type] = name;
}

std::string XStream::nameOf(const std::string& type) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = aliases_.find(type);
  return found == aliases_.end() ? type : found->second;
}

void XStream::marshal(const Value& value, const std::string& name, XmlWriter& writer) const {
  writer.startElement(name);
  if (value.fields().empty()) {
    writer.text(value.content());
  } else {
    writer.attribute("class", nameOf(value.type()));
    for (const auto& [field, content] : value.fields()) marshal(content, field, writer);
  }
  writer.endElement();
}

std::string XStream::toXml(const Value& value) {
  std::string out;
  const std::shared_ptr<XmlWriter> writer = driver_.createWriter(&out);
  if (driver_.property("prolog") == "yes") writer->startDocument();
  marshal(value, nameOf(value.type()), *writer);
  writer->endDocument();
  return out;
}
