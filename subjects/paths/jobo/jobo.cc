// A web crawler over pages in memory. One thread fetches, two parse, and one can stop the crawl; only the stop flag is looked at by a
// branch that another thread's write can turn. Parsing is where the branches are.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::atomic<bool> stopped;
std::mutex results_lock;
int links_found, words_found;

std::string PageOf(int number, int size) {
  std::string page = "<html><body>";
  unsigned random = static_cast<unsigned>(number) * 2654435761u + 1;
  while (static_cast<int>(page.size()) < size) {
    random = random * 1664525u + 1013904223u;
    switch (random >> 29) {
      case 0: page += "<a href=\"page" + std::to_string(random % 50) + "\">link</a> "; break;
      case 1: page += "<b>bold</b> "; break;
      case 2: page += "&amp; "; break;
      default: page += "word" + std::to_string(random % 7) + " "; break;
    }
  }
  return page + "</body></html>";
}

void ParsePage(const std::string& page) {
  int links = 0, words = 0;
  bool tag = false, word = false, quoted = false;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const char c = page[i];
    if (tag) {
      if (c == '"') quoted = !quoted;
      if (c == '>' && !quoted) tag = false;
      else if (c == 'h' && page.compare(i, 5, "href=") == 0) ++links;
    } else if (c == '<') {
      tag = true;
      word = false;
    } else if (c == ' ' || c == '&') {
      word = false;
    } else if (!word) {
      word = true;
      ++words;
    }
  }
  std::lock_guard<std::mutex> guard(results_lock);
  links_found += links;
  words_found += words;
}

void Crawl(int pages, int size) {
  for (int page = 0; page < pages; ++page) {
    if (stopped.load()) break;
    ParsePage(PageOf(page, size));
  }
}

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 6;
  const int size = argc > 2 ? std::atoi(argv[2]) : 4000;
  std::thread robot(Crawl, pages, size);
  std::thread first(ParsePage, PageOf(100, size)), second(ParsePage, PageOf(101, size));
  std::thread stop([] { stopped.store(true); });
  robot.join(), first.join(), second.join(), stop.join();
  std::printf("%d links\n", links_found);
}
