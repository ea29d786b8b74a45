// Tables that both runs of a comparison fill: equal numbers mean equal things, so contexts are compared as integers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/locksets.h"
#include "techniques/recontest/keys.h"

namespace reweave::recontest {

// What a message entry of a happens-before sequence says.
enum class Message : std::uint8_t {
  kNone,
  kNotify,
  kNotifyAll,
  kWait,
  kStart,
  kJoin,
  kPost,
  kAcquire,
  kArrive,
  kLeave,
  kOnceDone,
  kOnceSeen,
  kSet,
  kGet
};

struct LockName {
  Key object, coarse;            // coarse: without the object's ordinal
  std::uint64_t offset = 0;
  std::uint32_t call = 0;        // of the run that used it first: for people
  bool in_new = false;
};

struct SequenceEntry {
  std::uint32_t before = 0;      // the sequence without its last entry; 0: empty
  Message message = Message::kNone;
  Key object;
  std::uint32_t call = 0;
  bool in_new = false;
};

// Where the fields of an object of the new run lie in the old one's: only for objects whose layout changed.
struct Relayout {
  std::unordered_map<std::uint64_t, std::uint64_t> fields;   // offset in new -> offset in old; absent in old: kAdded | offset
  std::unordered_map<std::uint64_t, std::int64_t> moves;  // label of a field or array -> how far it moved
  bool resized = false;
};
constexpr std::uint64_t kAdded = 1ull << 63;

struct Names {
  Names() { sequences.push_back({}), sequence_keys.push_back({}); }

  struct ClassHash {
    std::size_t operator()(std::uint64_t name) const { return name; }  // classes are scrambled
  };
  Numbering<std::uint64_t, ClassHash> statements;  // classes of statements
  detect::LockSets lock_sets;
  KeyNumbers locks;
  std::vector<LockName> lock_names;
  KeyNumbers sequence_numbers;           // number - 1 of a sequence
  std::vector<SequenceEntry> sequences;  // by number; 0 = empty
  std::vector<Key> sequence_keys;
  std::unordered_set<Key, KeyHash> shared;                 // objects that two threads touched in one of the runs
  std::unordered_map<Key, Relayout, KeyHash> relayouts;
  std::unordered_set<Key, KeyHash> common_threads;         // that both runs have

  std::uint32_t Lock(Key object, Key coarse, std::uint64_t offset, std::uint32_t call, bool in_new) {
    const std::uint32_t number = locks(Mix(object, offset));
    if (number == lock_names.size()) lock_names.push_back({object, Mix(coarse, offset), offset, call, in_new});
    return number;
  }
  std::uint32_t Append(std::uint32_t sequence, Message message, Key object, std::uint32_t call, bool in_new) {
    const Key key = Mix(Mix(sequence_keys[sequence], object), static_cast<std::uint64_t>(message));
    const std::uint32_t number = sequence_numbers(key) + 1;
    if (number == sequences.size()) sequences.push_back({sequence, message, object, call, in_new}), sequence_keys.push_back(key);
    return number;
  }
};

}  // namespace reweave::recontest
