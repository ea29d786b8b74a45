// What a thread says about itself in its events: a stack of words.
#pragma once

#include <string>
#include <string_view>

class ContextStack {
 public:
  static void push(std::string_view word);
  static std::string pop();
  static int depth();
  static void clear();
  static std::string text();
  static int threadNumber();  // given when a thread first asks
};
