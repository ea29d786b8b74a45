// Is everything as it was at the rewind point? Right after it, hashes all memory that a run could have changed: the data and
// bss of program and libraries, its heap, its thread-local storage, its live stack. The first run of a process leaves the hash
// in the file "hash.<pid>", every other must get the same. Then it changes as much of all that as it can, in an order that
// depends on the schedule, for the next run to trip over.
//
// The file outlives the run because it is written under --isolation rewind, which does not undo files. With the argument
// "shared" part of the memory is a shared mapping, which is not restored either: then the hashes must differ.
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hash.h"

namespace {

constexpr std::size_t kBig = 1u << 20;
int initialised[2000] = {1, 2, 3};
int zero[3000];
thread_local int local[64] = {7};
char* big;
std::vector<std::string>* words;
std::map<int, std::string>* table;
std::atomic<int> turn{0};
std::mutex mutex;

// Writable segments as the kernel maps them; those of the program itself are hashed variable by variable, since the
// runtime's memory lies among them.
int AddLibrary(dl_phdr_info* info, std::size_t, void* data) {
  if (info->dlpi_name == nullptr || info->dlpi_name[0] == '\0') return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && header.p_flags & PF_W)
      static_cast<Hash*>(data)->Add(reinterpret_cast<void*>(info->dlpi_addr + header.p_vaddr), header.p_memsz);
  }
  return 0;
}

std::uint64_t HashMemory() {
  Hash hash;
  hash.Add(initialised, sizeof initialised);
  hash.Add(zero, sizeof zero);
  hash.Add(local, sizeof local);
  hash.Add(big, kBig);
  hash.Add(words->data(), words->size() * sizeof(std::string));
  for (const std::string& word : *words) hash.Add(word.data(), word.capacity());
  for (const auto& [key, value] : *table) hash.Add(&key, sizeof key), hash.Add(value.data(), value.capacity());
  hash.Add(&turn, sizeof turn);
  hash.Add(&mutex, sizeof mutex);
  for (char** entry = environ; *entry != nullptr; ++entry) hash.Add(*entry, std::strlen(*entry));
  const char* stack = static_cast<const char*>(__builtin_frame_address(0));
  hash.Add(stack + 16, 256);
  dl_iterate_phdr(AddLibrary, &hash);
  return hash.value;
}

void* Nothing(void*) { return nullptr; }

// Everything that a run may leave behind.
void Disturb(int id) {
  for (int i = id; i < 2000; i += 3) initialised[i] += i + turn.fetch_add(1);
  for (int i = id; i < 3000; i += 7) zero[i] ^= turn.load() + i;
  for (int& cell : local) cell += turn.fetch_add(1);
  for (std::size_t i = static_cast<std::size_t>(id) * 4096; i < kBig; i += 16384) big[i] += static_cast<char>(turn.load() + 1);
  std::lock_guard<std::mutex> guard(mutex);
  for (std::string& word : *words) word += std::to_string(turn.load());
  for (int i = 0; i < 20; ++i) words->push_back("more " + std::to_string(id * 100 + i));
  table->erase(id);
  (*table)[turn.load()] = "new";
  static std::string* once = new std::string("first " + std::to_string(id));
  *once += "x";
  setenv(("DISTURBED_" + std::to_string(turn.load())).c_str(), "yes", 1);
  setlocale(LC_ALL, "C.UTF-8");
  std::srand(static_cast<unsigned>(turn.load()));
  std::printf("%d %d\n", id, std::rand());
  static char text[] = "a b c";
  strtok(text, " ");
  atexit([] {});
  void* more = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more != MAP_FAILED) std::memset(more, turn.load(), 1 << 20);
  std::free(std::calloc(1, 5u << 20));
  for (int i = 0; i < 50; ++i) std::free(std::malloc(static_cast<std::size_t>(i * 97 + id)));
}

// 0: as in the first run of this process (or this is it).
int Compare(std::uint64_t hash) {
  char name[64];
  std::snprintf(name, sizeof name, "hash.%d", getpid());
  std::uint64_t first = 0;
  if (const int fd = open(name, O_RDONLY); fd >= 0) {
    const bool read_all = read(fd, &first, sizeof first) == sizeof first;
    close(fd);
    if (!read_all) return 3;
    if (first != hash) std::fprintf(stderr, "hash %lx, first run %lx\n", hash, first);
    return first == hash ? 0 : 1;
  }
  const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  const bool wrote = fd >= 0 && write(fd, &hash, sizeof hash) == sizeof hash;
  close(fd);
  return wrote ? 0 : 3;
}

}  // namespace

int main(int argc, char**) {
  big = static_cast<char*>(argc > 1 ? mmap(nullptr, kBig, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) : std::malloc(kBig));
  std::memset(big, 5, kBig);
  words = new std::vector<std::string>{"short", "a word that does not fit into the string itself"};
  table = new std::map<int, std::string>{{0, "zero"}, {1, "one"}, {2, "two"}};
  pthread_t first;
  pthread_create(&first, nullptr, Nothing, nullptr);  // the rewind point
  const int result = Compare(HashMemory());
  pthread_join(first, nullptr);
  std::thread a(Disturb, 0), b(Disturb, 1), c(Disturb, 2);
  a.join();
  b.join();
  c.join();
  return result;
}
