// What is handed down the filter chain.
#pragma once
#include <cassert>

#include "message_queue.h"

class WriteRequest {
 public:
  explicit WriteRequest(IoBuffer* message) : message_(message) {
    assert(message != nullptr && "a write request needs a message");
  }
  IoBuffer* message() const { return message_; }

 private:
  IoBuffer* message_;
};

class MessageWriteRequest {
 public:
  explicit MessageWriteRequest(int original) : original_(original) {}
  int original() const { return original_; }

 private:
  int original_;
};
