#include "mirror.h"

#include <vector>

#include "links.h"

Mirror::Mirror(std::size_t threads, long pages, long bytes)
    : site_(pages),
      budget_(bytes),
      lines_(std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(16)),
      log_("mirror", lines_),
      pool_(threads) {}

void Mirror::Store(const std::string& address, std::string text) {
  std::lock_guard<std::mutex> lock(stored_mutex_);
  stored_bytes_ += static_cast<long>(text.size());
  stored_[address] = std::move(text);
}

long Mirror::FetchOne(const Page& page) {
  std::optional<std::string> text = site_.Fetch(page.address);
  if (!text) {
    log_.warn("{} is not there", page.address);
    return 0;
  }
  if (!budget_.Take(static_cast<long>(text->size()))) {
    log_.error("{} is too much", page.address);
    return 0;
  }
  const std::vector<std::string> links = Links(*text);
  Store(page.address, std::move(*text));
  log_.info("{} at depth {}: {} links", page.address, page.depth, links.size());
  if (page.depth > 0)
    for (const std::string& link : links)
      if (seen_.insert(link, page.depth - 1)) waiting_.enqueue({link, page.depth - 1});
  return static_cast<long>(links.size());
}

long Mirror::Crawl(long number, long depth) {
  const std::string first = Site::Address(number);
  if (!seen_.insert(first, depth)) return 0;
  waiting_.enqueue({first, depth});
  long fetched = 0;
  for (;;) {
    std::vector<std::future<long>> running;
    for (Page page; running.size() < 4 && waiting_.try_dequeue(page);)
      running.push_back(pool_.Submit([this, page] { return FetchOne(page); }));
    if (running.empty()) return fetched;
    for (std::future<long>& one : running) one.get(), ++fetched;
  }
}

void Mirror::Add(long number) {
  const std::string address = Site::Address(number);
  if (seen_.insert(address, 0)) waiting_.enqueue({address, 0});
}

long Mirror::Work() {
  Page page;
  return waiting_.try_dequeue(page) ? FetchOne(page) : -1;
}

bool Mirror::Seen(long number) { return seen_.contains(Site::Address(number)); }
bool Mirror::Forget(long number) { return seen_.erase(Site::Address(number)); }

long Mirror::DepthOf(long number) {
  long depth = -1;
  seen_.find(Site::Address(number), depth);
  return depth;
}

long Mirror::Count() { return static_cast<long>(seen_.lock_table().size()); }
void Mirror::Reserve(long pages) { seen_.reserve(static_cast<std::size_t>(pages)); }
long Mirror::Waiting() { return static_cast<long>(waiting_.size_approx()); }

std::string Mirror::Text(long number) {
  std::lock_guard<std::mutex> lock(stored_mutex_);
  const auto found = stored_.find(Site::Address(number));
  return found == stored_.end() ? "" : found->second;
}

long Mirror::StoredBytes() {
  std::lock_guard<std::mutex> lock(stored_mutex_);
  return stored_bytes_;
}

long Mirror::Logged() { return static_cast<long>(lines_->last_formatted().size()); }
void Mirror::SetLevel(long level) { log_.set_level(static_cast<spdlog::level::level_enum>(level % spdlog::level::n_levels)); }
