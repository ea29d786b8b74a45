// What a string function of libc is about to touch: the pass calls these before strcpy, strlen, strcat, ... (guarded like
// every hook). Lengths are only known here. Reading the string early is harmless: no other fiber runs in between.
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

#include "abi/hooks.h"
#include "runtime/rt.h"

namespace {

// Bytes up to and including the terminator, at most `max`.
std::size_t Extent(const char* text, std::size_t max) {
  const volatile char* at = text;  // or the loop becomes a call of strlen
  std::size_t n = 0;
  while (n < max)
    if (at[n++] == 0) break;
  return n;
}

}  // namespace

// Of the C++ library, if the program has it.
extern "C" {
#define RW_WEAK(name) extern char name[] __attribute__((weak, visibility("default")));
RW_WEAK(_ZSt4cout)
RW_WEAK(_ZSt4cerr)
RW_WEAK(_ZSt4clog)
RW_WEAK(_ZSt3cin)
}

namespace {

// Any thread may use these at any time.
bool IsStandardStream(const void* object) {
  return object == _ZSt4cout || object == _ZSt4cerr || object == _ZSt4clog || object == _ZSt3cin;
}

// The name of an object's class, from what lies before its table of virtual functions; null: there is none.
const char* ClassName(void* object) {
  struct TypeInfo {
    void* table;
    const char* name;
  };
  TypeInfo* type = (*static_cast<TypeInfo***>(object))[-1];
  return type ? type->name : nullptr;
}

bool Same(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

}  // namespace

// What a class of the C++ library does to its object out of sight: some bytes of it stand for all.
extern "C" {
__attribute__((visibility("default"))) void __reweave_read_object(const void* object, std::size_t n, std::uint32_t site) {
  if (!IsStandardStream(object)) __reweave_read_range(object, n, site);
}

__attribute__((visibility("default"))) void __reweave_write_object(void* object, std::size_t n, std::uint32_t site) {
  if (!IsStandardStream(object)) __reweave_write_range(object, n, site);
}

// Only these two classes of memory resources are not for several threads. Their members begin behind the table's address.
__attribute__((visibility("default"))) void __reweave_write_resource(void* resource, std::uint32_t site) {
  const char* name = ClassName(resource);
  if (!name || (!Same(name, "NSt3pmr25monotonic_buffer_resourceE") && !Same(name, "NSt3pmr28unsynchronized_pool_resourceE")))
    return;
  __reweave_write_range(static_cast<char*>(resource) + sizeof(void*), sizeof(void*), site);
}
}

namespace {

// The buffers that an array lists. The kernel refuses longer ones.
void Buffers(const iovec* list, std::size_t n, bool writes, std::uint32_t site) {
  constexpr std::size_t kMost = 1024;
  if (!list || n > kMost) return;
  __reweave_read_range(list, n * sizeof *list, site);
  for (std::size_t i = 0; i < n; ++i)
    if (writes) __reweave_write_range(list[i].iov_base, list[i].iov_len, site);
    else __reweave_read_range(list[i].iov_base, list[i].iov_len, site);
}

// A message and the buffers it lists. Whether an address or control data come with it is known afterwards only.
void Message(const msghdr* message, bool writes, std::uint32_t site) {
  __reweave_read_range(message, sizeof *message, site);
  Buffers(message->msg_iov, message->msg_iovlen, writes, site);
  if (writes) return;
  if (message->msg_name) __reweave_read_range(message->msg_name, message->msg_namelen, site);
  if (message->msg_control) __reweave_read_range(message->msg_control, message->msg_controllen, site);
}

// `n` of them; 0: one, without a length of its own.
void Messages(const void* at, std::size_t n, bool writes, std::uint32_t site) {
  if (!at) return;
  if (n == 0) return Message(static_cast<const msghdr*>(at), writes, site);
  const auto* messages = static_cast<const mmsghdr*>(at);
  for (std::size_t i = 0; i < n && i < 1024; ++i) Message(&messages[i].msg_hdr, writes, site);
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void __reweave_read_wanted(const void* at, std::size_t n, std::uint32_t site) {
  if (at) __reweave_read_range(at, n, site);
}

__attribute__((visibility("default"))) void __reweave_write_wanted(void* at, std::size_t n, std::uint32_t site) {
  if (at) __reweave_write_range(at, n, site);
}

// What goes to the standard streams is no scheduling point. `locks`: for the program, which orders what it does in between.
__attribute__((visibility("default"))) void __reweave_stream(FILE* stream, std::uint32_t site, std::uint32_t locks) {
  if (!stream || stream == stdin || stream == stdout || stream == stderr) return;
  reweave::rt::TakesTurns(stream, site, locks != 0);
}

__attribute__((visibility("default"))) void __reweave_read_vector(const iovec* list, std::size_t n, std::uint32_t site) {
  Buffers(list, n, false, site);
}

__attribute__((visibility("default"))) void __reweave_write_vector(const iovec* list, std::size_t n, std::uint32_t site) {
  Buffers(list, n, true, site);
}

__attribute__((visibility("default"))) void __reweave_read_messages(const void* at, std::size_t n, std::uint32_t site) {
  Messages(at, n, false, site);
}

__attribute__((visibility("default"))) void __reweave_write_messages(const void* at, std::size_t n, std::uint32_t site) {
  Messages(at, n, true, site);
}

__attribute__((visibility("default"))) void __reweave_read_cstr(const char* text, std::size_t max, std::uint32_t site) {
  if (!text) return;  // as printf does; who must not be given null fails by itself
  __reweave_read_range(text, Extent(text, max), site);
}

__attribute__((visibility("default"))) void __reweave_write_cstr(char* to, const char* from, std::size_t max,
                                                                 std::uint32_t site) {
  __reweave_write_range(to, Extent(from, max), site);
}

// strcat and strncat always write a terminator.
__attribute__((visibility("default"))) void __reweave_append_cstr(char* to, const char* from, std::size_t max,
                                                                  std::uint32_t site) {
  std::size_t end = Extent(to, ~std::size_t{0}) - 1;
  std::size_t n = Extent(from, max);
  bool terminated = n > 0 && from[n - 1] == 0;
  __reweave_write_range(to + end, terminated ? n : n + 1, site);
}
}
