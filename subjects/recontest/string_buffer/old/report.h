// A report that several threads write: lines are put together in buffers of their own, and the remarks that all of them add to go
// at the end of a page.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "string_buffer.h"

class Report {
 public:
  explicit Report(const std::string& title) : title_(title) {}

  void addLine(int number, const std::string& text);
  void remark(const std::string& text);
  void withdrawRemarks();
  void endPage();
  int pages() const;
  std::string page(int number) const;

 private:
  const std::string title_;
  StringBuffer lines_;
  StringBuffer remarks_;
  mutable std::mutex pagesLock_;
  std::vector<std::string> pages_;
};
