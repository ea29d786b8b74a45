#include "spool/lru_cache.h"

#include <atomic>
#include <string>
#include <thread>

#include "case.h"

using spool::LruCache;

CASE(MissThenHit) {
  LruCache<int, std::string> cache(2);
  assert(!cache.Get(1));
  cache.Put(1, "one");
  assert(cache.Get(1) == "one");
}

CASE(Replaces) {
  LruCache<int, int> cache(2);
  cache.Put(1, 10);
  cache.Put(1, 11);
  assert(cache.Get(1) == 11);
  assert(cache.size() == 1);
}

CASE(GivesUpTheOldest) {
  LruCache<int, int> cache(2);
  for (int i = 1; i <= 3; ++i) cache.Put(i, i);
  assert(!cache.Get(1));
  assert(cache.Get(2) == 2 && cache.Get(3) == 3);
}

CASE(UseKeepsAlive) {
  LruCache<int, int> cache(2);
  cache.Put(1, 1);
  cache.Put(2, 2);
  cache.Get(1);
  cache.Put(3, 3);
  assert(cache.Get(1) == 1);
  assert(!cache.Get(2));
}

CASE(LoadsOnce) {
  LruCache<int, int> cache(2);
  std::atomic<int> loads{0};
  const auto ask = [&] {
    const int value = cache.GetOrLoad(1, [&](int key) {
      ++loads;
      return key * 10;
    });
    assert(value == 10);
  };
  std::thread a(ask), b(ask);
  a.join();
  b.join();
  assert(loads == 1);
}

CASE(LoadsEachKey) {
  LruCache<int, int> cache(4);
  std::atomic<int> loads{0};
  const auto load = [&](int key) {
    ++loads;
    return -key;
  };
  std::thread a([&] { assert(cache.GetOrLoad(1, load) == -1); }), b([&] { assert(cache.GetOrLoad(2, load) == -2); });
  a.join();
  b.join();
  assert(loads == 2 && cache.size() == 2);
}

CASE(CountsHits) {
  LruCache<int, int> cache(2);
  cache.Put(1, 1);
  std::thread a([&] { cache.Get(1); }), b([&] { cache.Get(2); });
  a.join();
  b.join();
  assert(cache.hits() == 1 && cache.misses() == 1);
}

CASE(SharedReads) {
  LruCache<int, int> cache(2);
  cache.Put(1, 1);
  cache.Put(2, 2);
  std::thread a([&] { assert(cache.Get(1) == 1); }), b([&] { assert(cache.Get(2) == 2); });
  a.join();
  b.join();
}

CASE(SharedWrites) {
  LruCache<int, int> cache(2);
  std::thread a([&] { cache.Put(1, 10); }), b([&] { cache.Put(1, 20); });
  a.join();
  b.join();
  const auto value = cache.Get(1);
  assert(value == 10 || value == 20);
  assert(cache.size() == 1);
}

CASE(LoadAndPut) {
  LruCache<int, int> cache(2);
  std::thread a([&] { cache.GetOrLoad(1, [](int) { return 1; }); }), b([&] { cache.Put(1, 2); });
  a.join();
  b.join();
  assert(cache.size() == 1);
}

CASE(BoundedUnderLoad) {
  LruCache<int, int> cache(1);
  std::thread a([&] { cache.Put(1, 1); }), b([&] { cache.Put(2, 2); });
  assert(cache.size() <= 1);
  a.join();
  b.join();
  assert(cache.size() == 1);
}

CASES_MAIN()
