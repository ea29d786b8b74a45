#include "xml_writer.h"

void XmlWriter::reset(std::string* out) {
  out_ = out;
  open_.clear();
  inStart_ = false;
}

void XmlWriter::put(const std::string& text) {
  if (out_ == nullptr) throw StreamError("the writer has no stream");
  *out_ += text;
}

std::string XmlWriter::escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

void XmlWriter::closeStart() {
  if (!inStart_) return;
  put(">");
  inStart_ = false;
}

void XmlWriter::startDocument() { put("<?xml version=\"1.0\"?>"); }

void XmlWriter::startElement(const std::string& name) {
  closeStart();
  put("<" + name);
  open_.push_back(name);
  inStart_ = true;
}

void XmlWriter::attribute(const std::string& name, const std::string& value) {
  if (!inStart_) throw StreamError("an attribute outside of a start tag");
  put(" " + name + "=\"" + escape(value) + "\"");
}

void XmlWriter::text(const std::string& text) {
  closeStart();
  put(escape(text));
}

void XmlWriter::endElement() {
  if (open_.empty()) throw StreamError("no element is open");
  closeStart();
  put("</" + open_.back() + ">");
  open_.pop_back();
}

void XmlWriter::endDocument() {
  while (!open_.empty()) endElement();
  out_ = nullptr;
}
