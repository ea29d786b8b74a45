// The body of a request as a servlet reads it. Used again for the next request of the connection.
#pragma once
#include <mutex>
#include <stdexcept>

#include "byte_chunk.h"
#include "coyote_request.h"

struct ClosedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class InputBuffer {
 public:
  explicit InputBuffer(int size = 16) : chunk_(size) {}
  void setRequest(CoyoteRequest* request);
  // Everything as it was before the first request.
  void recycle();
  void close();
  bool isClosed() const;

  int available() const;
  int readByte();
  // Reads up to `n` bytes; -1 at the end of the body or without a request.
  int read(char* out, int n);
  std::string readLine();
  bool isConsistent() const;

 private:
  enum class State { kInitial, kBytes };
  // More bytes of the body into the chunk; -1 if there are none.
  int realReadBytes();
  int readLocked(char* out, int n);
  int readByteLocked();
  void ensureOpen() const;

  mutable std::mutex lock_;
  State state_ = State::kInitial;
  bool closed_ = false;
  CoyoteRequest* request_ = nullptr;
  ByteChunk chunk_;
  std::string rest_;  // of a part that had no room in the chunk
};
