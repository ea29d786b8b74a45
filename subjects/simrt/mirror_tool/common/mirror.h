// Fetches a page and what it leads to, in a pool of threads.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "budget.h"
#include "concurrentqueue/concurrentqueue.h"
#include "libcuckoo/cuckoohash_map.hh"
#include "site.h"
#include "spdlog/logger.h"
#include "spdlog/sinks/ringbuffer_sink.h"
#include "thread_pool/thread_pool.hpp"

class Mirror {
 public:
  Mirror(std::size_t threads, long pages, long bytes);

  long Crawl(long number, long depth);  // pages that were new; waits for them
  void Add(long number);                // to the waiting ones
  long Work();                          // fetches one that waits, here; its number of links, -1: none waits
  bool Seen(long number);
  bool Forget(long number);
  long DepthOf(long number);
  long Count();  // of the seen ones
  void Reserve(long pages);
  long Waiting();
  std::string Text(long number);  // as it was stored, or ""
  long StoredBytes();
  long Logged();
  void SetLevel(long level);
  Budget& budget() { return budget_; }
  const Site& site() const { return site_; }

 private:
  struct Page {
    std::string address;
    long depth;
  };
  long FetchOne(const Page& page);
  void Store(const std::string& address, std::string text);

  const Site site_;
  Budget budget_;
  moodycamel::ConcurrentQueue<Page> waiting_;
  libcuckoo::cuckoohash_map<std::string, long> seen_;
  std::mutex stored_mutex_;
  std::map<std::string, std::string> stored_;
  long stored_bytes_ = 0;
  std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> lines_;
  spdlog::logger log_;
  thread_pool::ThreadPool pool_;
};
