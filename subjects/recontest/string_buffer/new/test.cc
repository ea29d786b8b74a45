// One thread ends a page while another withdraws what was remarked: the page has the remarks or not, and nothing breaks.
#include <cassert>
#include <thread>

#include "report.h"

int main() {
  Report report("Measurements");
  report.addLine(1, "pressure 3");
  report.remark("sensor was changed");
  std::thread writer([&] {
    report.addLine(2, "pressure 4");
    report.endPage();
  });
  std::thread editor([&] { report.withdrawRemarks(); });
  writer.join();
  editor.join();
  assert(report.pages() == 1);
  const std::string page = report.page(0);
  assert(page.rfind("Measurements\n1: pressure 3\n2: pressure 4\n", 0) == 0);
}
