#include "context.h"

#include <atomic>
#include <vector>

namespace {

thread_local std::vector<std::string> stack;
thread_local int number = 0;
std::atomic<int> numbers{0};

}  // namespace

void ContextStack::push(std::string_view word) { stack.emplace_back(word); }

std::string ContextStack::pop() {
  if (stack.empty()) return "";
  std::string out = stack.back();
  stack.pop_back();
  return out;
}

int ContextStack::depth() { return static_cast<int>(stack.size()); }
void ContextStack::clear() { stack.clear(); }

std::string ContextStack::text() {
  std::string out;
  for (const std::string& word : stack) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

int ContextStack::threadNumber() {
  if (number == 0) number = ++numbers;
  return number;
}
