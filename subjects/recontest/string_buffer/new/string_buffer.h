// A text that grows, for many threads: every call holds the buffer's monitor. What concerns two buffers never holds both.
#pragma once
#include <mutex>
#include <string>
#include <vector>

class StringBuffer {
 public:
  StringBuffer();
  explicit StringBuffer(const std::string& text);
  StringBuffer(const StringBuffer&) = delete;
  StringBuffer& operator=(const StringBuffer&) = delete;

  int length() const;
  int capacity() const;
  void ensureCapacity(int minimum);
  void trimToSize();
  void setLength(int length);

  char charAt(int index) const;
  void setCharAt(int index, char c);
  // Copies [begin, end) to `to` from `at` on. Throws std::out_of_range.
  void getChars(int begin, int end, std::vector<char>& to, int at) const;

  StringBuffer& append(const std::string& text);
  StringBuffer& append(char c);
  StringBuffer& append(int number);
  StringBuffer& append(bool value);
  StringBuffer& append(const StringBuffer& other);
  StringBuffer& insert(int at, const std::string& text);
  StringBuffer& insert(int at, const StringBuffer& other);
  StringBuffer& deleteRange(int begin, int end);
  StringBuffer& deleteCharAt(int index);
  StringBuffer& replace(int begin, int end, const std::string& text);
  StringBuffer& reverse();

  std::string substring(int begin, int end) const;
  int indexOf(const std::string& text) const;
  int indexOf(const std::string& text, int from) const;
  int lastIndexOf(const std::string& text) const;
  bool contentEquals(const std::string& text) const;
  std::string toString() const;

 private:
  using Guard = std::lock_guard<std::recursive_mutex>;

  void checkRange(int begin, int end) const;  // the monitor is held from here on
  void expand(int minimum);
  void insertChars(int at, const char* text, int count);
  void removeChars(int begin, int end);
  int find(const std::string& text, int from) const;
  std::vector<char> snapshot() const;

  mutable std::recursive_mutex monitor_;
  std::vector<char> value_;
  int count_ = 0;
};
