// The reports of made-up results as files, for tests that need a browser or a validator: report_samples DIRECTORY
#include <cstdio>

#include "base/file.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "report/testing/sample_result.h"

namespace {

using namespace reweave;

constexpr const char* kQueue = R"(#include "queue.h"

#include <utility>

// A queue that can be stopped.
Queue::Queue() = default;
Queue::~Queue() { Stop(); }
int Queue::size() const { return static_cast<int>(items_.size()); }


void Queue::Stop() {
  stop_ = true;
  cv_.notify_all();
}

void Queue::Push(int value) {
  std::lock_guard lock(mu_);
  items_.push_back(value);  /* one more */
  cv_.notify_one();
}

bool Queue::Pop(int& value) {
  std::unique_lock lock(mu_);
  while (!stop_ && items_.empty())
    cv_.wait(lock);
  if (items_.empty()) return false;
  value = items_.front();
  items_.pop_front();
  return true;
}
)";

bool Write(const std::string& directory, const std::string& name, const CheckResult& result) {
  const SourceFiles sources = {{"src/queue.cc", {{1, kQueue}}},
                               {"src/a b&<c>.cc", {{1, "</script><script>alert(2)</script>\n\n// <!-- \n"}}}};
  const std::pair<const char*, std::string> files[] = {{".html", CheckHtml(result, sources, {.version = "0.1.0"})},
                                                       {".sarif", CheckSarif(result, {.version = "0.1.0"})},
                                                       {".xml", CheckJunit(result)},
                                                       {".md", CheckMarkdown(result)}};
  for (const auto& [ending, text] : files)
    if (const auto done = WriteFile(directory + "/" + name + ending, text, "cannot write sample"); !done) {
      std::fprintf(stderr, "%s\n", done.error().ToString().c_str());
      return false;
    }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: report_samples DIRECTORY\n"), 2;
  CheckResult alone = SampleResult();
  alone.base = {}, alone.change = {};
  const CheckResult nothing;
  return Write(argv[1], "sample", SampleResult()) && Write(argv[1], "story", StoryResult()) &&
                 Write(argv[1], "large", LargeResult(60, 500, 10'000)) && Write(argv[1], "alone", alone) &&
                 Write(argv[1], "nothing", nothing)
             ? 0
             : 1;
}
