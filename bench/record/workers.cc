// Four threads run the same code: a small interpreter. argv[1]: steps of each.
#include <cstdlib>
#include <thread>
#include <vector>

static unsigned Interpret(unsigned seed, long steps) {
  unsigned a = seed, b = 1, hits = 0;
  for (long i = 0; i < steps; ++i) {
    switch ((a >> 7) & 7) {
      case 0: a = a * 1664525u + 1013904223u; break;
      case 1:
        a ^= b;
        b += 3;
        break;
      case 2:
        if (a & 1) a = a >> 1 ^ 0xedb88320u;
        else a >>= 1;
        a += 77777;
        break;
      case 3:
        b = b * 5 + 1;
        a += b;
        break;
      case 4:
        a = (a << 5) | (a >> 27);
        ++hits;
        break;
      case 5:
        for (int k = 0; k < 3; ++k) a += b >> k;
        break;
      case 6:
        a -= hits;
        a = a * 69069u + 1;
        break;
      default:
        a ^= a << 13;
        a ^= a >> 17;
        a ^= a << 5;
        break;
    }
  }
  return a + b + hits;
}

int main(int argc, char** argv) {
  const long steps = argc > 1 ? std::atol(argv[1]) : 1000000;
  std::vector<unsigned> results(4);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) threads.emplace_back([&, t] { results[t] = Interpret(t + 1, steps); });
  for (auto& thread : threads) thread.join();
  unsigned sum = 0;
  for (const unsigned r : results) sum += r;
  return sum == 1 ? 1 : 0;
}
