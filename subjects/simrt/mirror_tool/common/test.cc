// The mirror's operations by name, for scripts.
#include "links.h"
#include "mirror.h"
#include "script.h"

namespace {

constexpr Operation<Mirror> kOperations[] = {
    {"crawl", [](Mirror& m, long a, long b) { Use(m.Crawl(a, b)); }},
    {"add", [](Mirror& m, long a, long) { m.Add(a); }},
    {"work", [](Mirror& m, long, long) { Use(m.Work()); }},
    {"seen", [](Mirror& m, long a, long) { Use(m.Seen(a)); }},
    {"forget", [](Mirror& m, long a, long) { Use(m.Forget(a)); }},
    {"depth", [](Mirror& m, long a, long) { Use(m.DepthOf(a)); }},
    {"count", [](Mirror& m, long, long) { Use(m.Count()); }},
    {"reserve", [](Mirror& m, long a, long) { m.Reserve(a); }},
    {"waiting", [](Mirror& m, long, long) { Use(m.Waiting()); }},
    {"text", [](Mirror& m, long a, long) { Use(static_cast<long>(m.Text(a).size())); }},
    {"bytes", [](Mirror& m, long, long) { Use(m.StoredBytes()); }},
    {"logged", [](Mirror& m, long, long) { Use(m.Logged()); }},
    {"setLevel", [](Mirror& m, long a, long) { m.SetLevel(a); }},
    {"take", [](Mirror& m, long a, long) { Use(m.budget().Take(a)); }},
    {"give", [](Mirror& m, long a, long) { m.budget().Give(a); }},
    {"left", [](Mirror& m, long, long) { Use(m.budget().Left()); }},
    {"refused", [](Mirror& m, long, long) { Use(m.budget().Refused()); }},
    {"fetch", [](Mirror& m, long a, long) { Use(m.site().Fetch(Site::Address(a)).has_value()); }},
    {"links", [](Mirror& m, long a, long) { Use(static_cast<long>(Links(m.site().Fetch(Site::Address(a)).value_or("")).size())); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // threads of the pool, pages of the site, bytes
  if (numbers.size() != 3) return 2;
  Mirror mirror(static_cast<std::size_t>(numbers[0]), numbers[1], numbers[2]);
  RunThreads(mirror, kOperations, argc, argv);
  return 0;
}
