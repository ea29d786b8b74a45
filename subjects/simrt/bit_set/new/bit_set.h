// A growing set of bits behind one lock.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

class BitSet {
 public:
  explicit BitSet(int bits = 64);
  BitSet(const int* bits, int count, int capacity);
  BitSet(const BitSet& other);
  BitSet& operator=(const BitSet&) = delete;
  ~BitSet() { delete[] words_; }

  bool get(int bit) const;
  void set(int bit);
  void set(int bit, bool value);
  void clear(int bit);
  void flip(int bit);
  bool getAndSet(int bit);
  void setRange(int from, int to);
  void clearRange(int from, int to);
  void flipRange(int from, int to);
  void clearAll();

  int nextSetBit(int from) const;    // -1: none
  int nextClearBit(int from) const;
  int previousSetBit(int from) const;
  int cardinality() const;
  int countRange(int from, int to) const;
  int length() const;  // highest bit + 1
  int size() const;    // bits there is room for
  bool isEmpty() const;

  void andWith(const BitSet& other);
  void orWith(const BitSet& other);
  void xorWith(const BitSet& other);
  void andNotWith(const BitSet& other);
  bool intersects(const BitSet& other) const;
  bool contains(const BitSet& other) const;
  bool equals(const BitSet& other) const;

  void shiftLeft(int distance);
  void trim();
  void reserve(int bits);
  unsigned hashCode() const;
  std::string toString() const;
  std::vector<int> toIndices() const;
  std::vector<std::uint64_t> toWords() const;
  long modifications() const;

 private:
  using Word = std::uint64_t;
  static int WordOf(int bit) { return bit >> 6; }
  static Word MaskOf(int bit) { return Word{1} << (bit & 63); }
  static int Ones(Word word);
  void ExpandTo(int words);
  void Shrink();
  bool Test(int bit) const { return WordOf(bit) < in_use_ && (words_[WordOf(bit)] & MaskOf(bit)) != 0; }
  void Raise(int bit);
  void Lower(int bit);

  mutable std::mutex mu_;
  Word* words_;
  int allocated_;
  int in_use_ = 0;  // words up to the last one that is not zero
  long version_ = 0;
  int reserved_ = 0;  // the most that was asked for
};
