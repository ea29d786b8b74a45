// The mirror's operations by name, for scripts.
#include "html.h"
#include "script.h"
#include "spider.h"

namespace {

constexpr const char* kReferences[] = {"page1", "/private/page2", "../page3?x=1", "http://other.net/", "dir/./page4#top"};

std::string Address(long number) { return "http://example.org/dir/page" + std::to_string(number); }

long ParseAddress(long number) {
  Url url;
  return Url::Parse(Address(number) + "?a=b#c", &url) ? url.Depth() + url.port : 0;
}

std::string ResolveAddress(long number, long reference) {
  Url url;
  Url::Parse(Address(number), &url);
  return url.Resolve(kReferences[reference % 5]).FileName();
}

long Configure(long depth) {
  MirrorConfig config;
  return config.parse("depth = " + std::to_string(depth) + "\nimages = no\nother = x\n") + config.max_depth;
}

struct Fixture {
  Site site;
  MirrorConfig config;
  Robots robots{"User-agent: *\nDisallow: /private/\nAllow: /private/open/\n"};
  Mirror mirror{site, config, robots};
  Fixture(int pages, int links) : site(pages, links) {}
  bool Take() {
    std::string url;
    return mirror.queue().take(&url);
  }
};

constexpr Operation<Fixture> kOperations[] = {
    {"start", [](Fixture& f, long a, long) { Use(f.mirror.start(Address(a))); }},
    {"crawl", [](Fixture& f, long a, long) { Use(f.mirror.crawl(static_cast<int>(a))); }},
    {"requestStop", [](Fixture& f, long, long) { f.mirror.requestStop(); }},
    {"resume", [](Fixture& f, long, long) { f.mirror.resume(); }},
    {"stopping", [](Fixture& f, long, long) { Use(f.mirror.stopping()); }},
    {"running", [](Fixture& f, long, long) { Use(f.mirror.running()); }},
    {"downloaded", [](Fixture& f, long, long) { Use(f.mirror.downloaded()); }},
    {"failed", [](Fixture& f, long, long) { Use(f.mirror.failed()); }},
    {"bytes", [](Fixture& f, long, long) { Use(f.mirror.bytes()); }},
    {"skipped", [](Fixture& f, long, long) { Use(f.mirror.skipped()); }},
    {"meanSize", [](Fixture& f, long, long) { Use(static_cast<long>(f.mirror.meanSize())); }},
    {"setLimit", [](Fixture& f, long a, long) { f.mirror.setLimit(a); }},
    {"limitReached", [](Fixture& f, long, long) { Use(f.mirror.limitReached()); }},
    {"report", [](Fixture& f, long, long) { Use(static_cast<long>(f.mirror.report().size())); }},
    {"reset", [](Fixture& f, long, long) { f.mirror.reset(); }},
    {"add", [](Fixture& f, long a, long b) { Use(f.mirror.queue().add(Address(a), static_cast<int>(b))); }},
    {"take", [](Fixture& f, long, long) { Use(f.Take()); }},
    {"putBack", [](Fixture& f, long a, long) { Use(f.mirror.queue().putBack(Address(a))); }},
    {"waiting", [](Fixture& f, long, long) { Use(static_cast<long>(f.mirror.queue().waiting())); }},
    {"seen", [](Fixture& f, long, long) { Use(static_cast<long>(f.mirror.queue().seen())); }},
    {"isSeen", [](Fixture& f, long a, long) { Use(f.mirror.queue().isSeen(Address(a))); }},
    {"checkpoint", [](Fixture& f, long, long) { Use(static_cast<long>(f.mirror.queue().checkpoint().size())); }},
    {"restore", [](Fixture& f, long, long) { Use(f.mirror.queue().restore("+http://example.org/page3\n-http://example.org/page4\n")); }},
    {"clearQueue", [](Fixture& f, long, long) { f.mirror.queue().clear(); }},
    {"parse", [](Fixture&, long a, long) { Use(ParseAddress(a)); }},
    {"resolve", [](Fixture&, long a, long b) { Use(static_cast<long>(ResolveAddress(a, b).size())); }},
    {"encode", [](Fixture&, long, long) { Use(static_cast<long>(EncodePercent(DecodePercent("a%20b+c")).size())); }},
    {"extract", [](Fixture& f, long a, long) { Use(static_cast<long>(ExtractLinks(f.site.fetch("example.org", "/page" + std::to_string(a)).body).links.size())); }},
    {"rewrite", [](Fixture& f, long a, long) { Use(static_cast<long>(RewriteLinks(f.site.fetch("example.org", "/page" + std::to_string(a)).body, "/dir1/").size())); }},
    {"words", [](Fixture& f, long a, long) { Use(CountWords(f.site.fetch("example.org", "/page" + std::to_string(a)).body)); }},
    {"allows", [](Fixture& f, long a, long) { Use(f.robots.allows(kReferences[a % 5])); }},
    {"configure", [](Fixture&, long a, long) { Use(Configure(a)); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // pages, links of a page
  Fixture fixture(static_cast<int>(numbers[0]), static_cast<int>(numbers.size() > 1 ? numbers[1] : 2));
  fixture.mirror.start("http://example.org/page0");
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
