// The mirror: addresses that wait, those that were seen, threads that fetch, and what they have done.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "robots.h"
#include "site.h"
#include "url.h"

// Addresses in the order in which they are to be fetched, each once. Interesting ones first.
class UrlQueue {
 public:
  bool add(const std::string& url, int priority);
  bool take(std::string* url);
  bool putBack(const std::string& url);
  std::size_t waiting() const;
  std::size_t seen() const;
  bool isSeen(const std::string& url) const;
  std::string checkpoint() const;
  int restore(std::string_view text);
  void clear();

 private:
  mutable std::mutex mu_;
  std::vector<std::string> first_, later_;
  std::set<std::string> seen_;
  long taken_ = 0;
};

class Mirror {
 public:
  Mirror(const Site& site, const MirrorConfig& config, const Robots& robots) : site_(site), config_(config), robots_(robots) {}

  bool start(std::string_view url);
  int crawl(int most);            // by any number of threads; pages that this one fetched
  void requestStop();
  void resume();
  bool stopping() const;
  int running() const;            // threads that crawl
  long downloaded() const;
  long failed() const;
  long bytes() const;
  long skipped() const;
  double meanSize() const;
  void setLimit(long pages);
  bool limitReached() const;
  std::string report() const;
  UrlQueue& queue() { return queue_; }
  void reset();

 private:
  bool Fetch(const std::string& text);
  void Count(const Response& response);
  void Follow(const Url& base, const Response& response);

  const Site& site_;
  const MirrorConfig& config_;
  const Robots& robots_;
  UrlQueue queue_;
  mutable std::mutex mu_;
  bool stopping_ = false;
  int running_ = 0;
  long downloaded_ = 0, failed_ = 0, bytes_ = 0, skipped_ = 0;
  long limit_ = 1000;
};
