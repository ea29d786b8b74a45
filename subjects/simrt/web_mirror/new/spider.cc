#include "spider.h"

#include <algorithm>

#include "html.h"

bool UrlQueue::add(const std::string& url, int priority) {
  std::lock_guard<std::mutex> guard(mu_);
  if (!seen_.insert(url).second) return false;
  (priority > 0 ? first_ : later_).push_back(url);
  return true;
}

bool UrlQueue::take(std::string* url) {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string>& from = first_.empty() ? later_ : first_;
  if (from.empty()) return false;
  *url = from.back();
  from.pop_back();
  ++taken_;
  return true;
}

bool UrlQueue::putBack(const std::string& url) {
  std::lock_guard<std::mutex> guard(mu_);
  if (!seen_.contains(url)) return false;
  first_.push_back(url);
  --taken_;
  return true;
}

std::size_t UrlQueue::waiting() const {
  std::lock_guard<std::mutex> guard(mu_);
  return first_.size() + later_.size();
}

std::size_t UrlQueue::seen() const {
  std::lock_guard<std::mutex> guard(mu_);
  return seen_.size();
}

bool UrlQueue::isSeen(const std::string& url) const {
  std::lock_guard<std::mutex> guard(mu_);
  return seen_.contains(url);
}

std::string UrlQueue::checkpoint() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::string out;
  for (const std::string& url : first_) out += "+" + url + "\n";
  for (const std::string& url : later_) out += "-" + url + "\n";
  return out;
}

int UrlQueue::restore(std::string_view text) {
  std::lock_guard<std::mutex> guard(mu_);
  int added = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.size() < 2 || !seen_.emplace(line.substr(1)).second) continue;
    (line[0] == '+' ? first_ : later_).emplace_back(line.substr(1));
    ++added;
  }
  return added;
}

void UrlQueue::clear() {
  std::lock_guard<std::mutex> guard(mu_);
  first_.clear();
  later_.clear();
  seen_.clear();
  taken_ = 0;
}

bool Mirror::start(std::string_view url) {
  Url parsed;
  return Url::Parse(url, &parsed) && queue_.add(parsed.Text(), 1);
}

int Mirror::crawl(int most) {
  {
    std::lock_guard<std::mutex> guard(mu_);
    ++running_;
  }
  int done = 0;
  for (std::string url; done < most && !stopping() && !limitReached() && queue_.take(&url); ++done) Fetch(url);
  std::lock_guard<std::mutex> guard(mu_);
  --running_;
  return done;
}

bool Mirror::Fetch(const std::string& text) {
  Url url;
  if (!Url::Parse(text, &url) || !robots_.allows(url.path)) {
    std::lock_guard<std::mutex> guard(mu_);
    ++skipped_;
    return false;
  }
  const Response response = site_.fetch(url.host, url.path);
  Count(response);
  if (response.status == 200 && response.type == "text/html") Follow(url, response);
  return response.status == 200;
}

void Mirror::Count(const Response& response) {
  {
    std::lock_guard<std::mutex> guard(mu_);
    if (response.status == 200) ++downloaded_;
    else ++failed_;
  }
  bytes_ += static_cast<long>(response.body.size());
}

void Mirror::Follow(const Url& base, const Response& response) {
  const PageLinks links = ExtractLinks(response.body);
  if (!links.follow) return;
  for (const std::string& link : links.links) {
    const Url to = base.Resolve(link);
    if (config_.wants(base, to)) queue_.add(to.Text(), 0);
  }
  if (!config_.images) return;
  for (const std::string& image : links.images) queue_.add(base.Resolve(image).Text(), 0);
}

void Mirror::requestStop() {
  std::lock_guard<std::mutex> guard(mu_);
  stopping_ = true;
}

void Mirror::resume() {
  std::lock_guard<std::mutex> guard(mu_);
  stopping_ = false;
}

// Asked before every page: no lock.
bool Mirror::stopping() const {
  return stopping_;
}

int Mirror::running() const {
  std::lock_guard<std::mutex> guard(mu_);
  return running_;
}

long Mirror::downloaded() const {
  std::lock_guard<std::mutex> guard(mu_);
  return downloaded_;
}

long Mirror::failed() const {
  std::lock_guard<std::mutex> guard(mu_);
  return failed_;
}

long Mirror::bytes() const {
  std::lock_guard<std::mutex> guard(mu_);
  return bytes_;
}

long Mirror::skipped() const {
  std::lock_guard<std::mutex> guard(mu_);
  return skipped_;
}

double Mirror::meanSize() const {
  std::lock_guard<std::mutex> guard(mu_);
  const long pages = downloaded_ + failed_;
  return pages == 0 ? 0 : static_cast<double>(bytes_) / static_cast<double>(pages);
}

void Mirror::setLimit(long pages) {
  std::lock_guard<std::mutex> guard(mu_);
  limit_ = pages;
}

bool Mirror::limitReached() const {
  std::lock_guard<std::mutex> guard(mu_);
  return downloaded_ >= limit_;
}

std::string Mirror::report() const {
  std::lock_guard<std::mutex> guard(mu_);
  return std::to_string(downloaded_) + " pages fetched, " + std::to_string(failed_) + " failed, " + std::to_string(bytes_) + " bytes";
}

void Mirror::reset() {
  queue_.clear();
  std::lock_guard<std::mutex> guard(mu_);
  downloaded_ = failed_ = bytes_ = skipped_ = 0;
}
