// Small files below /proc, read without libc.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>

#include "runtime/rt.h"

namespace reweave::rt {

struct Path {  // "/proc/self/fdinfo/7"
  char text[96];
  u32 used = 0;
  Path& operator<<(const char* s) {
    while (*s && used < sizeof text - 1) text[used++] = *s++;
    text[used] = 0;
    return *this;
  }
  Path& operator<<(u64 n) {
    char digits[20];
    u32 k = 0;
    do digits[k++] = static_cast<char>('0' + n % 10);
    while (n /= 10);
    while (k && used < sizeof text - 1) text[used++] = digits[--k];
    text[used] = 0;
    return *this;
  }
};

inline long ReadSmall(const Path& path, char* buffer, u64 size) {
  long fd = Sys(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path.text), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fd;
  long n = Sys(SYS_read, fd, reinterpret_cast<long>(buffer), static_cast<long>(size - 1));
  Sys(SYS_close, fd);
  buffer[n > 0 ? n : 0] = 0;
  return n;
}

inline u64 Number(const char*& p) {
  u64 n = 0;
  for (; *p >= '0' && *p <= '9'; ++p) n = n * 10 + static_cast<u64>(*p - '0');
  return n;
}

}  // namespace reweave::rt
