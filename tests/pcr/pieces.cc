// An optional is written in pieces (value, engaged or not) and copied by one read of eight bytes, twice.
#include <mutex>
#include <optional>
#include <thread>

struct Settings {
  std::optional<int> limit;
  int changes = 0;
};

static Settings settings;
static std::mutex mutex;
static int last, none;

static void Apply(const std::optional<int>& limit) {
  if (limit) last = *limit;
  else ++none;
}

int main() {
  std::thread writer([] {
    settings.limit = 5;
    settings.changes = 1;
    const std::lock_guard<std::mutex> hold(mutex);
    settings.limit.reset();
  });
  std::thread reader([] {
    const auto before = settings.limit;
    Apply(before);
    const auto after = settings.limit;
    if (after != before) ++settings.changes;
  });
  writer.join(), reader.join();
}
