// The end of most runs without a caught system call.
//
// libc's exit runs the program's handlers and destructors, flushes the streams, and ends the process by a system call of its own,
// which costs a signal. A handler that was registered before all others runs last. If the flushing that comes after it has
// nothing to do, and no other thread could see any of it, the run ends there.
#include <dlfcn.h>
#include <stdio.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

// Nothing is to be written, no position to be given back to the descriptor, and nobody is inside. A stream of wide characters, or
// one that took characters back, has buffers of its own.
bool IsQuiet(const FILE* stream) {
  constexpr int kInBackup = 0x100;
  if (stream->_lock && *reinterpret_cast<const volatile int*>(stream->_lock) != 0) return false;
  return stream->_mode <= 0 && (stream->_flags & kInBackup) == 0 && stream->_IO_write_ptr == stream->_IO_write_base &&
         stream->_IO_read_ptr == stream->_IO_read_end;
}

bool StreamsAreQuiet() {
  constexpr u32 kMost = 16;  // a program with more pays the call
  if (!g_rt.streams) return false;
  const FILE* stream = static_cast<const FILE*>(*g_rt.streams);
  for (u32 n = 0; stream && n < kMost; ++n, stream = stream->_chain)
    if (!IsQuiet(stream)) return false;
  return !stream;
}

void AtLast(int status, void*) {
  if (Controlled() && W->started && !W->ended && NoneBesideEnd() && StreamsAreQuiet()) EndProcess(status);
}

}  // namespace

void EndQuietly() {
  g_rt.streams = static_cast<void* const*>(dlsym(RTLD_NEXT, "_IO_list_all"));
  if (g_real.on_exit) g_real.on_exit(AtLast, nullptr);
}

}  // namespace reweave::rt
