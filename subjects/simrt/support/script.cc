#include "script.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

[[noreturn]] void Refuse(const char* what, const char* text) {
  std::fprintf(stderr, "%s: %s\n", what, text);
  std::exit(2);
}

long Number(const char*& at, const char* text) {
  char* end = nullptr;
  const long value = std::strtol(at, &end, 10);
  if (end == at) Refuse("not a number", text);
  at = end;
  return value;
}

}  // namespace

thread_local long used_results;
void Use(long value) { used_results += value; }

std::vector<long> ParseNumbers(const char* text) {
  std::vector<long> out;
  for (const char* at = text;; ++at) {
    out.push_back(Number(at, text));
    if (*at == '\0') return out;
    if (*at != ',') Refuse("not a list of numbers", text);
  }
}

std::vector<ParsedCall> ParseCalls(const char* text) {
  std::vector<ParsedCall> out;
  for (const char* at = text;;) {
    ParsedCall call = {};
    const std::size_t length = std::strcspn(at, "=,");
    if (length == 0 || length >= sizeof call.name) Refuse("not a list of calls", text);
    std::memcpy(call.name, at, length);
    at += length;
    if (*at == '=') call.a = Number(++at, text);
    if (*at == '=') call.b = Number(++at, text);
    out.push_back(call);
    if (*at == '\0') return out;
    if (*at++ != ',') Refuse("not a list of calls", text);
  }
}

int FindName(const char* name, const char* const* names, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::strcmp(name, names[i]) == 0) return static_cast<int>(i);
  Refuse("no such call", name);
}
