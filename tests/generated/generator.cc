#include "generated/generator.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace reweave::tests {

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}
  int Below(int limit) { return static_cast<int>(Next() % static_cast<std::uint64_t>(limit)); }
  bool OneIn(int n) { return Below(n) == 0; }

 private:
  std::uint64_t Next() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

enum class Role { kStable, kAdd, kXor };

constexpr int kShared = 8;  // cells under locks: cell i belongs to lock i
constexpr int kAtomic = 4;
constexpr int kOwn = 4;

constexpr const char* kPrelude = R"(#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t shared[8], own[THREADS][4];
static _Atomic uint64_t atomics[4];
static pthread_mutex_t plain0 = PTHREAD_MUTEX_INITIALIZER, plain1 = PTHREAD_MUTEX_INITIALIZER, recursive;
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t unit;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void lock(int cell) {
  switch (cell) {
    case 0: case 1: pthread_mutex_lock(&plain0); break;
    case 2: while (pthread_mutex_trylock(&plain1) != 0) sched_yield(); break;
    case 3: pthread_mutex_lock(&recursive); pthread_mutex_lock(&recursive); break;
    case 4: pthread_rwlock_wrlock(&readers); break;
    case 5: pthread_spin_lock(&spin); break;
    case 6: sem_wait(&unit); break;
    default: while (atomic_flag_test_and_set(&flag)) { } break;
  }
}

static void unlock(int cell) {
  switch (cell) {
    case 0: case 1: pthread_mutex_unlock(&plain0); break;
    case 2: pthread_mutex_unlock(&plain1); break;
    case 3: pthread_mutex_unlock(&recursive); pthread_mutex_unlock(&recursive); break;
    case 4: pthread_rwlock_unlock(&readers); break;
    case 5: pthread_spin_unlock(&spin); break;
    case 6: sem_post(&unit); break;
    default: atomic_flag_clear(&flag); break;
  }
}

static uint64_t deep(uint64_t value, int depth) {
  uint64_t local[4] = {value, value + 1, value * 3, value ^ 7};
  if (depth == 0) return local[value % 4];
  return deep(local[(value + (uint64_t)depth) % 4], depth - 1) + local[1];
}

static uint64_t through_heap(uint64_t value, int count) {
  uint64_t* block = calloc((size_t)count, sizeof *block);
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) block[i] += value * (uint64_t)(i + 1);
  block = realloc(block, (size_t)count * 2 * sizeof *block);
  memcpy(block + count, block, (size_t)count * sizeof *block);
  for (int i = 0; i < 2 * count; i++) sum = sum * 31 + block[i];
  free(block);
  return sum;
}

)";

constexpr const char* kEpilogue = R"(
static pthread_barrier_t gate;
static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_open = PTHREAD_COND_INITIALIZER;
static int gate_waiting, gate_round;

static void barrier(void) {
#if BARRIER == 0
  pthread_barrier_wait(&gate);
#else
  pthread_mutex_lock(&gate_lock);
  int round = gate_round;
  if (++gate_waiting == THREADS) {
    gate_waiting = 0;
    gate_round++;
    pthread_cond_broadcast(&gate_open);
  }
  while (gate_round == round) pthread_cond_wait(&gate_open, &gate_lock);
  pthread_mutex_unlock(&gate_lock);
#endif
}

static void* run(void* index) {
  int t = *(int*)index;
  for (int p = 0; p < PHASES; p++) {
    phases[p][t]();
    barrier();
  }
  return NULL;
}

static uint64_t hash(void) {
  uint64_t h = 0xcbf29ce484222325u;
  for (int i = 0; i < 8; i++) h = (h ^ shared[i]) * 0x100000001b3u;
  for (int i = 0; i < 4; i++) h = (h ^ atomic_load(&atomics[i])) * 0x100000001b3u;
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < 4; i++) h = (h ^ own[t][i]) * 0x100000001b3u;
  return h;
}

// serial: the value to compare with; HASH: run in threads and exit with 1 if the memory is another
int main(int argc, char** argv) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attr);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&unit, 0, 1);
  pthread_barrier_init(&gate, NULL, THREADS);
  if (argc == 2 && strcmp(argv[1], "serial") == 0) {
    for (int p = 0; p < PHASES; p++)
      for (int t = 0; t < THREADS; t++) phases[p][t]();
    printf("%016lx\n", (unsigned long)hash());
    return 0;
  }
  pthread_t threads[THREADS];
  int ids[THREADS];
  for (int t = 0; t < THREADS; t++) {
    ids[t] = t;
    pthread_create(&threads[t], NULL, run, &ids[t]);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  char text[17];
  snprintf(text, sizeof text, "%016lx", (unsigned long)hash());
  if (argc == 2 && strcmp(argv[1], text) == 0) return 0;
  printf("memory is %s\n", text);
  return 1;
}
)";

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : seed_(seed), random_(seed) {}

  std::string Program() {
    threads_ = 2 + random_.Below(3);
    phases_ = 1 + random_.Below(3);
    std::string text = fmt::format("// generated from seed {}\n#define THREADS {}\n#define PHASES {}\n#define BARRIER {}\n",
                                   seed_, threads_, phases_, random_.Below(2));
    text += kPrelude;
    for (int p = 0; p < phases_; p++) {
      ChooseRoles();
      for (int t = 0; t < threads_; t++) text += Phase(p, t);
    }
    text += "static void (*const phases[PHASES][THREADS])(void) = {\n";
    for (int p = 0; p < phases_; p++) {
      text += "  {";
      for (int t = 0; t < threads_; t++) text += fmt::format("{}phase_{}_{}", t ? ", " : "", p, t);
      text += "},\n";
    }
    return text + "};\n" + kEpilogue;
  }

 private:
  void ChooseRoles() {
    for (Role& role : shared_) role = static_cast<Role>(random_.Below(3));
    for (Role& role : atomics_) role = static_cast<Role>(random_.Below(3));
  }

  std::string Phase(int p, int t) {
    thread_ = t;
    loop_ = 0;
    std::string text = fmt::format("static void phase_{}_{}(void) {{\n  uint64_t* const my = own[{}];\n", p, t, t);
    text += "  (void)my;\n" + Block(2 + random_.Below(3), 1, 2) + "}\n\n";
    return text;
  }

  std::string Block(int count, int indent, int depth) {
    std::string text;
    for (int i = 0; i < count; i++) text += Statement(indent, depth);
    return text;
  }

  std::string Statement(int indent, int depth) {
    const std::string pad(static_cast<size_t>(indent) * 2, ' ');
    switch (random_.Below(depth > 0 ? 9 : 7)) {
      case 0:
      case 1: return Locked(pad);
      case 2:
      case 3: return Atomic(pad);
      case 4: return fmt::format("{}my[{}] = my[{}] * 31 + {};\n", pad, random_.Below(kOwn), random_.Below(kOwn), Expression(2));
      case 5:
        return fmt::format("{}my[{}] += through_heap({}, {});\n", pad, random_.Below(kOwn), Expression(1), 1 + random_.Below(8));
      case 6:
        if (random_.OneIn(3)) return pad + "sched_yield();\n";
        return fmt::format("{}my[{}] ^= deep({}, {});\n", pad, random_.Below(kOwn), Expression(1), random_.Below(4));
      case 7: return Loop(pad, indent, depth);
      default:
        return fmt::format("{0}if (({1}) & 1) {{\n{2}{0}}} else {{\n{3}{0}}}\n", pad, Expression(2),
                           Block(1, indent + 1, depth - 1), Block(1, indent + 1, depth - 1));
    }
  }

  std::string Loop(const std::string& pad, int indent, int depth) {
    int level = loop_++;
    std::string body = Block(1 + random_.Below(2), indent + 1, depth - 1);
    loop_--;
    return fmt::format("{0}for (uint64_t i{1} = 0; i{1} < {2}; i{1}++) {{\n{3}{0}}}\n", pad, level, 1 + random_.Below(3), body);
  }

  // The value is worked out before the lock, so that two locks are never held at once.
  std::string Locked(const std::string& pad) {
    int cell = random_.Below(kShared);
    Role role = shared_[static_cast<size_t>(cell)];
    if (role == Role::kStable) return StableUnderReadLock(pad, cell);
    return fmt::format(
        "{0}{{\n{0}  uint64_t value = {1};\n{0}  lock({2});\n{0}  shared[{2}] {3} value;\n{0}  unlock({2});\n{0}}}\n", pad,
        Expression(2), cell, role == Role::kAdd ? "+=" : "^=");
  }

  std::string StableUnderReadLock(const std::string& pad, int cell) {
    return fmt::format("{0}pthread_rwlock_rdlock(&readers);\n{0}my[{1}] += shared[{2}];\n{0}pthread_rwlock_unlock(&readers);\n",
                       pad, random_.Below(kOwn), cell);
  }

  std::string Atomic(const std::string& pad) {
    static constexpr std::array<const char*, 4> kOrders = {"relaxed", "release", "acq_rel", "seq_cst"};
    int cell = random_.Below(kAtomic);
    Role role = atomics_[static_cast<size_t>(cell)];
    if (role == Role::kStable) return fmt::format("{}my[{}] ^= atomic_load(&atomics[{}]);\n", pad, random_.Below(kOwn), cell);
    const char* order = kOrders[static_cast<size_t>(random_.Below(4))];
    if (random_.OneIn(3)) {
      return fmt::format("{0}{{\n{0}  uint64_t value = {1}, old = atomic_load(&atomics[{2}]);\n"
                         "{0}  while (!atomic_compare_exchange_weak(&atomics[{2}], &old, old {3} value)) {{ }}\n{0}}}\n",
                         pad, Expression(2), cell, role == Role::kAdd ? "+" : "^");
    }
    return fmt::format("{}atomic_fetch_{}_explicit(&atomics[{}], {}, memory_order_{});\n", pad,
                       role == Role::kAdd ? "add" : "xor", cell, Expression(2), order);
  }

  // Only what no other thread changes in this phase.
  std::string Expression(int depth) {
    if (depth > 0 && !random_.OneIn(3)) {
      static constexpr std::array<const char*, 4> kOperators = {"+", "-", "*", "^"};
      return fmt::format("({} {} {})", Expression(depth - 1), kOperators[static_cast<size_t>(random_.Below(4))],
                         Expression(depth - 1));
    }
    switch (random_.Below(4)) {
      case 0: return fmt::format("UINT64_C({})", 1 + random_.Below(1000));
      case 1: return loop_ > 0 ? fmt::format("i{}", random_.Below(loop_)) : fmt::format("UINT64_C({})", 3 + thread_);
      case 2: {
        int cell = random_.Below(kShared);
        if (shared_[static_cast<size_t>(cell)] == Role::kStable) return fmt::format("shared[{}]", cell);
        [[fallthrough]];
      }
      default: return fmt::format("my[{}]", random_.Below(kOwn));
    }
  }

  std::uint64_t seed_;
  Random random_;
  int threads_ = 2, phases_ = 1, thread_ = 0, loop_ = 0;
  std::array<Role, kShared> shared_{};
  std::array<Role, kAtomic> atomics_{};
};

}  // namespace

std::string GenerateProgram(std::uint64_t seed) { return Generator(seed).Program(); }

}  // namespace reweave::tests
