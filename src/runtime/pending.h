// What a fiber is about to do, and until when it waits for it.
#pragma once

#include "abi/event.h"
#include "runtime/layout.h"

namespace reweave::rt {

using abi::EventKind;
struct Fiber;

// A wait that a handler interrupted goes on, ends with EINTR unless the handler was installed with SA_RESTART, or ends always.
enum Interrupts : u8 { kGoesOn = 0, kUnlessRestarted, kAlways };

// What a thread at kProcessEnd is about to do (Pending::arg): fail, run the exit handlers, or end the process.
enum EndStage : u64 { kFails = 0, kRunsExitHandlers, kGoes };

// What a fiber is about to do. `ready` says whether it can: null = always. A timed operation that is not ready can still be
// chosen and then times out.
struct Pending {
  EventKind kind;
  u8 flags;  // EventFlags for the event
  bool timed;
  bool fd;  // readiness depends on the kernel: asked again before giving up
  Interrupts interrupts;  // what a signal handler does to the wait
  u32 site;
  u64 obj;
  u64 obj2;  // a second object whose change may make it ready (mutex of a condition wait)
  bool (*ready)(const Fiber*);
  u64 arg;
  u64 deadline;  // virtual ns, for timed operations
  bool many = false;  // of several descriptors: arg is a PollCall
  bool stays = false;  // a thread is not cancelled here
  bool tried = false;  // not possible when it was tried: waits, although nobody can say until when
  bool of_child = false;  // that a child process ends, in real time
  bool lets_in = false;  // signals come while it waits and only then: it has a mask of its own
};

// poll, select, epoll_wait with its arguments.
struct PollCall {
  long nr, a, b, c, d, e;
  const u64* mask = nullptr;  // of signals, while it waits
};

}  // namespace reweave::rt
