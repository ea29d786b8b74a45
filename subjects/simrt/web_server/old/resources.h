// What the server has: documents, a cache of what was sent, sessions, counts, a log.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

class DocumentStore {
 public:
  bool get(const std::string& path, std::string* body) const;
  bool put(const std::string& path, const std::string& body);  // true: it is new
  bool remove(const std::string& path);
  bool exists(const std::string& path) const;
  std::vector<std::string> list(std::string_view prefix) const;
  std::size_t count() const;
  std::size_t bytes() const;
  long version() const;

 private:
  mutable std::mutex mu_;
  std::map<std::string, std::string> documents_;
  std::size_t bytes_ = 0;
  long version_ = 0;
};

// The least recently used goes first.
class ReplyCache {
 public:
  explicit ReplyCache(std::size_t capacity) : capacity_(capacity) {}
  bool find(const std::string& key, std::string* text);
  void insert(const std::string& key, const std::string& text);
  bool invalidate(const std::string& key);
  void purge();
  void setCapacity(std::size_t capacity);
  std::size_t size() const;
  long hits() const;
  long misses() const;
  double hitRate() const;

 private:
  struct Entry {
    std::string key, text;
    long used = 0;
  };
  void Evict();
  mutable std::mutex mu_;
  std::vector<Entry> entries_;
  std::size_t capacity_;
  long clock_ = 0, hits_ = 0, misses_ = 0;
};

class SessionTable {
 public:
  int open(const std::string& user);
  bool close(int id);
  bool touch(int id);
  std::string userOf(int id) const;
  std::size_t active() const;
  int expire(long older_than);
  long created() const;

 private:
  struct Session {
    std::string user;
    long touched = 0;
  };
  mutable std::mutex mu_;
  std::map<int, Session> sessions_;
  int next_ = 1;
  long clock_ = 0, created_ = 0;
};

class Counters {
 public:
  void request(int status, std::size_t bytes);
  void connection(int change);
  long requests() const;
  long errors() const;
  long bytes() const;
  int connections() const;
  int peak() const;
  void reset();
  std::string report() const;

 private:
  mutable std::mutex mu_;
  long requests_ = 0, errors_ = 0, bytes_ = 0;
  int connections_ = 0, peak_ = 0;
};

class AccessLog {
 public:
  explicit AccessLog(std::size_t capacity) : capacity_(capacity) {}
  void add(const std::string& line);
  std::vector<std::string> last(std::size_t count) const;
  std::size_t size() const;
  long total() const;
  void rotate();
  int rotations() const;
  void setEnabled(bool enabled);
  bool enabled() const;

 private:
  mutable std::mutex mu_;
  std::vector<std::string> lines_;
  const std::size_t capacity_;
  long total_ = 0;
  int rotations_ = 0;
  bool enabled_ = true;
};
