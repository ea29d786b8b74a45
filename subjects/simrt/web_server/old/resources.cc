#include "resources.h"

#include <algorithm>

bool DocumentStore::get(const std::string& path, std::string* body) const {
  std::lock_guard<std::mutex> guard(mu_);
  const auto found = documents_.find(path);
  if (found == documents_.end()) return false;
  *body = found->second;
  return true;
}

bool DocumentStore::put(const std::string& path, const std::string& body) {
  std::lock_guard<std::mutex> guard(mu_);
  ++version_;
  std::string& place = documents_[path];
  const bool fresh = place.empty();
  bytes_ += body.size() - place.size();
  place = body;
  return fresh;
}

bool DocumentStore::remove(const std::string& path) {
  std::lock_guard<std::mutex> guard(mu_);
  const auto found = documents_.find(path);
  if (found == documents_.end()) return false;
  ++version_;
  bytes_ -= found->second.size();
  documents_.erase(found);
  return true;
}

bool DocumentStore::exists(const std::string& path) const {
  std::lock_guard<std::mutex> guard(mu_);
  return documents_.contains(path);
}

std::vector<std::string> DocumentStore::list(std::string_view prefix) const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (const auto& entry : documents_)
    if (std::string_view(entry.first).starts_with(prefix)) out.push_back(entry.first);
  return out;
}

std::size_t DocumentStore::count() const {
  std::lock_guard<std::mutex> guard(mu_);
  return documents_.size();
}

std::size_t DocumentStore::bytes() const {
  std::lock_guard<std::mutex> guard(mu_);
  return bytes_;
}

long DocumentStore::version() const {
  std::lock_guard<std::mutex> guard(mu_);
  return version_;
}

bool ReplyCache::find(const std::string& key, std::string* text) {
  std::lock_guard<std::mutex> guard(mu_);
  for (Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.used = ++clock_;
    ++hits_;
    *text = entry.text;
    return true;
  }
  ++misses_;
  return false;
}

void ReplyCache::Evict() {
  while (entries_.size() > capacity_) {
    std::size_t oldest = 0;
    for (std::size_t i = 1; i < entries_.size(); ++i)
      if (entries_[i].used < entries_[oldest].used) oldest = i;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(oldest));
  }
}

void ReplyCache::insert(const std::string& key, const std::string& text) {
  std::lock_guard<std::mutex> guard(mu_);
  for (Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.text = text;
    entry.used = ++clock_;
    return;
  }
  entries_.push_back({key, text, ++clock_});
  Evict();
}

bool ReplyCache::invalidate(const std::string& key) {
  std::lock_guard<std::mutex> guard(mu_);
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    if (at->key != key) continue;
    entries_.erase(at);
    return true;
  }
  return false;
}

void ReplyCache::purge() {
  std::lock_guard<std::mutex> guard(mu_);
  entries_.clear();
  hits_ = misses_ = 0;
}

void ReplyCache::setCapacity(std::size_t capacity) {
  std::lock_guard<std::mutex> guard(mu_);
  capacity_ = capacity;
  Evict();
}

std::size_t ReplyCache::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return entries_.size();
}

long ReplyCache::hits() const {
  std::lock_guard<std::mutex> guard(mu_);
  return hits_;
}

long ReplyCache::misses() const {
  std::lock_guard<std::mutex> guard(mu_);
  return misses_;
}

double ReplyCache::hitRate() const {
  std::lock_guard<std::mutex> guard(mu_);
  const long all = hits_ + misses_;
  return all == 0 ? 0 : static_cast<double>(hits_) / static_cast<double>(all);
}

int SessionTable::open(const std::string& user) {
  std::lock_guard<std::mutex> guard(mu_);
  const int id = next_++;
  sessions_[id] = {user, ++clock_};
  ++created_;
  return id;
}

bool SessionTable::close(int id) {
  std::lock_guard<std::mutex> guard(mu_);
  return sessions_.erase(id) > 0;
}

bool SessionTable::touch(int id) {
  std::lock_guard<std::mutex> guard(mu_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return false;
  found->second.touched = ++clock_;
  return true;
}

std::string SessionTable::userOf(int id) const {
  std::lock_guard<std::mutex> guard(mu_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? "" : found->second.user;
}

std::size_t SessionTable::active() const {
  std::lock_guard<std::mutex> guard(mu_);
  return sessions_.size();
}

int SessionTable::expire(long older_than) {
  std::lock_guard<std::mutex> guard(mu_);
  int expired = 0;
  for (auto at = sessions_.begin(); at != sessions_.end();) {
    if (clock_ - at->second.touched < older_than) {
      ++at;
      continue;
    }
    at = sessions_.erase(at);
    ++expired;
  }
  return expired;
}

long SessionTable::created() const {
  std::lock_guard<std::mutex> guard(mu_);
  return created_;
}

void Counters::request(int status, std::size_t bytes) {
  std::lock_guard<std::mutex> guard(mu_);
  ++requests_;
  if (status >= 400) ++errors_;
  bytes_ += static_cast<long>(bytes);
}

void Counters::connection(int change) {
  std::lock_guard<std::mutex> guard(mu_);
  connections_ += change;
  peak_ = std::max(peak_, connections_);
}

long Counters::requests() const {
  std::lock_guard<std::mutex> guard(mu_);
  return requests_;
}

long Counters::errors() const {
  std::lock_guard<std::mutex> guard(mu_);
  return errors_;
}

long Counters::bytes() const {
  std::lock_guard<std::mutex> guard(mu_);
  return bytes_;
}

int Counters::connections() const {
  std::lock_guard<std::mutex> guard(mu_);
  return connections_;
}

int Counters::peak() const {
  std::lock_guard<std::mutex> guard(mu_);
  return peak_;
}

void Counters::reset() {
  std::lock_guard<std::mutex> guard(mu_);
  requests_ = errors_ = bytes_ = 0;
  peak_ = connections_;
}

std::string Counters::report() const {
  std::lock_guard<std::mutex> guard(mu_);
  return std::to_string(requests_) + " requests, " + std::to_string(errors_) + " errors";
}

void AccessLog::add(const std::string& line) {
  std::lock_guard<std::mutex> guard(mu_);
  if (!enabled_) return;
  ++total_;
  lines_.push_back(line);
  if (lines_.size() > capacity_) lines_.erase(lines_.begin());
}

std::vector<std::string> AccessLog::last(std::size_t count) const {
  std::lock_guard<std::mutex> guard(mu_);
  const std::size_t from = lines_.size() > count ? lines_.size() - count : 0;
  return std::vector<std::string>(lines_.begin() + static_cast<std::ptrdiff_t>(from), lines_.end());
}

std::size_t AccessLog::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return lines_.size();
}

long AccessLog::total() const {
  std::lock_guard<std::mutex> guard(mu_);
  return total_;
}

void AccessLog::rotate() {
  std::lock_guard<std::mutex> guard(mu_);
  lines_.clear();
  ++rotations_;
}

int AccessLog::rotations() const {
  std::lock_guard<std::mutex> guard(mu_);
  return rotations_;
}

void AccessLog::setEnabled(bool enabled) {
  std::lock_guard<std::mutex> guard(mu_);
  enabled_ = enabled;
}

bool AccessLog::enabled() const {
  std::lock_guard<std::mutex> guard(mu_);
  return enabled_;
}
