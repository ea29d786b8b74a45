#include "bit_set.h"

#include <algorithm>

BitSet::BitSet(int bits) : words_(new Word[static_cast<std::size_t>(WordOf(bits) + 1)]()), allocated_(WordOf(bits) + 1) {}

BitSet::BitSet(const int* bits, int count, int capacity) : BitSet(capacity) {
  for (int i = 0; i < count; ++i) {
    ExpandTo(WordOf(bits[i]) + 1);
    words_[WordOf(bits[i])] |= MaskOf(bits[i]);
  }
}

BitSet::BitSet(const BitSet& other) {
  std::lock_guard<std::mutex> guard(other.mu_);
  allocated_ = other.in_use_ + 1;
  in_use_ = other.in_use_;
  words_ = new Word[static_cast<std::size_t>(allocated_)]();
  for (int i = 0; i < in_use_; ++i) words_[i] = other.words_[i];
}

int BitSet::Ones(Word word) {
  int count = 0;
  for (; word != 0; word &= word - 1) ++count;
  return count;
}

// With the lock held.
void BitSet::ExpandTo(int words) {
  if (words > allocated_) {
    const int bigger = std::max(2 * allocated_, words);
    Word* fresh = new Word[static_cast<std::size_t>(bigger)]();
    for (int i = 0; i < in_use_; ++i) fresh[i] = words_[i];
    delete[] words_;
    words_ = fresh;
    allocated_ = bigger;
  }
  if (words > in_use_) in_use_ = words;
}

void BitSet::Shrink() {
  while (in_use_ > 0 && words_[in_use_ - 1] == 0) --in_use_;
}

void BitSet::Raise(int bit) {
  ExpandTo(WordOf(bit) + 1);
  words_[WordOf(bit)] |= MaskOf(bit);
}

void BitSet::Lower(int bit) {
  if (WordOf(bit) >= in_use_) return;
  words_[WordOf(bit)] &= ~MaskOf(bit);
  Shrink();
}

bool BitSet::get(int bit) const {
  std::lock_guard<std::mutex> guard(mu_);
  return Test(bit);
}

void BitSet::set(int bit) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  Raise(bit);
}

void BitSet::set(int bit, bool value) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  if (value) Raise(bit);
  else Lower(bit);
}

void BitSet::clear(int bit) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  Lower(bit);
}

void BitSet::flip(int bit) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  if (Test(bit)) Lower(bit);
  else Raise(bit);
}

bool BitSet::getAndSet(int bit) {
  std::lock_guard<std::mutex> guard(mu_);
  if (Test(bit)) return true;
  ++version_;
  Raise(bit);
  return false;
}

void BitSet::setRange(int from, int to) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int bit = from; bit < to; ++bit) Raise(bit);
}

void BitSet::clearRange(int from, int to) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int bit = from; bit < to; ++bit) Lower(bit);
}

void BitSet::flipRange(int from, int to) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int bit = from; bit < to; ++bit) {
    if (Test(bit)) Lower(bit);
    else Raise(bit);
  }
}

void BitSet::clearAll() {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  while (in_use_ > 0) words_[--in_use_] = 0;
}

int BitSet::nextSetBit(int from) const {
  std::lock_guard<std::mutex> guard(mu_);
  for (int bit = from; bit < in_use_ * 64; ++bit)
    if (Test(bit)) return bit;
  return -1;
}

int BitSet::nextClearBit(int from) const {
  std::lock_guard<std::mutex> guard(mu_);
  int bit = from;
  while (Test(bit)) ++bit;
  return bit;
}

int BitSet::previousSetBit(int from) const {
  std::lock_guard<std::mutex> guard(mu_);
  for (int bit = std::min(from, in_use_ * 64 - 1); bit >= 0; --bit)
    if (Test(bit)) return bit;
  return -1;
}

int BitSet::cardinality() const {
  std::lock_guard<std::mutex> guard(mu_);
  int sum = 0;
  for (int i = 0; i < in_use_; ++i)
    if (words_[i] != 0) sum += Ones(words_[i]);
  return sum;
}

int BitSet::countRange(int from, int to) const {
  std::lock_guard<std::mutex> guard(mu_);
  int sum = 0;
  for (int bit = from; bit < to; ++bit) sum += Test(bit);
  return sum;
}

int BitSet::length() const {
  if (in_use_ == 0) return 0;
  std::lock_guard<std::mutex> guard(mu_);
  if (in_use_ == 0) return 0;
  int bits = (in_use_ - 1) * 64;
  for (Word word = words_[in_use_ - 1]; word != 0; word >>= 1) ++bits;
  return bits;
}

int BitSet::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return allocated_ * 64;
}

bool BitSet::isEmpty() const {
  std::lock_guard<std::mutex> guard(mu_);
  return in_use_ == 0;
}

// The other set is copied first, so that the two locks are never held together.
void BitSet::andWith(const BitSet& other) {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int i = 0; i < in_use_; ++i) words_[i] &= i < copy.in_use_ ? copy.words_[i] : 0;
  Shrink();
}

void BitSet::orWith(const BitSet& other) {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  ExpandTo(copy.in_use_);
  for (int i = 0; i < copy.in_use_; ++i) words_[i] |= copy.words_[i];
}

void BitSet::xorWith(const BitSet& other) {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  ExpandTo(copy.in_use_);
  for (int i = 0; i < copy.in_use_; ++i) words_[i] ^= copy.words_[i];
  Shrink();
}

void BitSet::andNotWith(const BitSet& other) {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int i = 0; i < std::min(in_use_, copy.in_use_); ++i) words_[i] &= ~copy.words_[i];
  Shrink();
}

bool BitSet::intersects(const BitSet& other) const {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < std::min(in_use_, copy.in_use_); ++i)
    if ((words_[i] & copy.words_[i]) != 0) return true;
  return false;
}

bool BitSet::contains(const BitSet& other) const {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < copy.in_use_; ++i) {
    const Word own = i < in_use_ ? words_[i] : 0;
    if ((copy.words_[i] & ~own) != 0) return false;
  }
  return true;
}

bool BitSet::equals(const BitSet& other) const {
  const BitSet copy(other);
  std::lock_guard<std::mutex> guard(mu_);
  if (copy.in_use_ != in_use_) return false;
  for (int i = 0; i < in_use_; ++i)
    if (copy.words_[i] != words_[i]) return false;
  return true;
}

void BitSet::shiftLeft(int distance) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  for (int bit = in_use_ * 64; bit-- > 0;) {
    if (!Test(bit)) continue;
    Lower(bit);
    Raise(bit + distance);
  }
}

void BitSet::trim() {
  std::lock_guard<std::mutex> guard(mu_);
  if (in_use_ == allocated_ || in_use_ == 0) return;
  Word* fresh = new Word[static_cast<std::size_t>(in_use_)];
  for (int i = 0; i < in_use_; ++i) fresh[i] = words_[i];
  delete[] words_;
  words_ = fresh;
  allocated_ = in_use_;
}

void BitSet::reserve(int bits) {
  reserved_ = std::max(reserved_, bits);
  std::lock_guard<std::mutex> guard(mu_);
  const int before = in_use_;
  ExpandTo(WordOf(bits) + 1);
  in_use_ = before;
}

unsigned BitSet::hashCode() const {
  std::lock_guard<std::mutex> guard(mu_);
  Word code = 4321;
  for (int i = in_use_; i-- > 0;) code ^= words_[i] * static_cast<Word>(i + 1);
  return static_cast<unsigned>((code >> 32) ^ code);
}

std::string BitSet::toString() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out = "{";
  for (int bit = 0; bit < in_use_ * 64; ++bit) {
    if (!Test(bit)) continue;
    if (out.size() > 1) out += ' ';
    out += std::to_string(bit);
  }
  return out + "}";
}

std::vector<int> BitSet::toIndices() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<int> out;
  for (int bit = 0; bit < in_use_ * 64; ++bit)
    if (Test(bit)) out.push_back(bit);
  return out;
}

std::vector<std::uint64_t> BitSet::toWords() const {
  std::lock_guard<std::mutex> guard(mu_);
  return std::vector<std::uint64_t>(words_, words_ + in_use_);
}

long BitSet::modifications() const {
  std::lock_guard<std::mutex> guard(mu_);
  return version_;
}
