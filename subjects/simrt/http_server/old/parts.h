// What the server keeps: documents, sessions, counts.
#pragma once

#include <map>
#include <mutex>
#include <string>

class Documents {
 public:
  bool Get(const std::string& path, std::string* text) const;
  void Put(const std::string& path, std::string text);
  bool Remove(const std::string& path);
  std::size_t Count() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> texts_;
};

class Sessions {
 public:
  int Open(const std::string& user);
  bool Touch(int id);
  bool Close(int id);
  int Expire(long age);  // closes those that nobody used for so long
  std::string User(int id) const;
  std::size_t Active() const;

 private:
  struct Session {
    std::string user;
    long used = 0;
  };
  mutable std::mutex mutex_;
  std::map<int, Session> sessions_;
  int next_ = 1;
  long time_ = 0;
};

class Counts {
 public:
  void Request(int status, std::size_t bytes);
  long Requests() const;
  long Errors() const;
  void Reset();
  std::string Report() const;

 private:
  mutable std::mutex mutex_;
  long requests_ = 0, errors_ = 0, bytes_ = 0;
};
