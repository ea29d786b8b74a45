#include "report.h"

void Report::addLine(int number, const std::string& text) {
  StringBuffer line;
  line.append(number).append(std::string(": ")).append(text).append('\n');
  lines_.append(line.toString());
}

void Report::remark(const std::string& text) { remarks_.append(std::string("(")).append(text).append(std::string(")\n")); }

void Report::withdrawRemarks() { remarks_.setLength(0); }

void Report::endPage() {
  StringBuffer page(title_);
  page.append('\n');
  page.append(lines_);
  page.append(remarks_);
  std::lock_guard<std::mutex> guard(pagesLock_);
  pages_.push_back(page.toString());
}

int Report::pages() const {
  std::lock_guard<std::mutex> guard(pagesLock_);
  return static_cast<int>(pages_.size());
}

std::string Report::page(int number) const {
  std::lock_guard<std::mutex> guard(pagesLock_);
  return pages_.at(static_cast<std::size_t>(number));
}
