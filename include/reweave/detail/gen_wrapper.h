// The part of a wrapper of `reweave gen` that is the same for every class: runs candidates by interpreting them. C++17.
//
// A wrapper is compiled once. It maps the file with the candidate, marks the rewind point, and reads the candidate after it:
// so each run of the engine can be another candidate.
#ifndef REWEAVE_DETAIL_GEN_WRAPPER_H_
#define REWEAVE_DETAIL_GEN_WRAPPER_H_

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <typeinfo>

#include <reweave/annotate.h>
#include <reweave/detail/gen_layout.h>
#include <reweave/detail/gen_show.h>

namespace reweave::gen_wrapper {

#define REWEAVE_SKIP_ __attribute__((annotate("reweave.skip")))

// What one call came to.
class Record {
 public:
  REWEAVE_SKIP_ void Name(const char* first, int second, int third = -1) {
    size_ = 0;
    Append(first);
    if (*first != 0) Append(" ");
    AppendNumber(second);
    if (third >= 0) Append("."), AppendNumber(third);
  }

  template <typename F>
  void Call(F&& call) {
    using R = decltype(call());
#if defined(__cpp_exceptions)
    try {
      Return<R>(call);
    } catch (const std::exception& error) {
      Threw(typeid(error).name());
    } catch (...) {
      Threw("?");
    }
#else
    Return<R>(call);
#endif
  }

  template <typename T>
  void Argument(int index, const T& value) {
    if (threw) return;
    Line(" argument ");
    text.AddNumber(index);
    text.Add(" ");
    Show(text, value);
    text.Add("\n");
  }

  Text text;
  bool threw = false;

 private:
  template <typename R, typename F>
  void Return(F& call) {
    if constexpr (std::is_void_v<R>) {
      call();
    } else if constexpr (std::is_reference_v<R>) {
      static_cast<void>(call());  // what it refers to is not ours to read
    } else {
      const R result = call();
      Line(" value ");
      Show(text, result);
      text.Add("\n");
    }
  }
  REWEAVE_SKIP_ void Threw(const char* type) {
    threw = true;
    Line(" throw ");
    text.Add(type);
    text.Add("\n");
  }
  REWEAVE_SKIP_ void Line(const char* what) {
    text.Add(name_, size_);
    text.Add(what);
  }
  REWEAVE_SKIP_ void Append(const char* text) {
    while (*text != 0 && size_ < sizeof name_) name_[size_++] = *text++;
  }
  REWEAVE_SKIP_ void AppendNumber(int number) {
    if (number >= 10) Append((const char[]){static_cast<char>('0' + number / 10 % 10), 0});
    Append((const char[]){static_cast<char>('0' + number % 10), 0});
  }
  char name_[32];
  std::size_t size_ = 0;
};

// The object, for a callback that calls one of its methods. Callbacks inside of callbacks inside of ... end the program: so they
// do in the test that would be written, as soon as the stack is full.
template <typename Subject>
class CalledBack {
 public:
  REWEAVE_SKIP_ explicit CalledBack(Subject& subject) : subject_(&subject) {
    if (++Depth() > kMostInside) std::abort();
  }
  REWEAVE_SKIP_ ~CalledBack() { --Depth(); }
  CalledBack(const CalledBack&) = delete;
  CalledBack& operator=(const CalledBack&) = delete;
  REWEAVE_SKIP_ Subject* operator->() const { return subject_; }

 private:
  static constexpr int kMostInside = 64;
  REWEAVE_SKIP_ static int& Depth() {
    static thread_local int depth = 0;
    return depth;
  }
  Subject* subject_;
};

template <typename Subject>
struct Table {
  using Make = Subject* (*)(const std::uint8_t* arguments);
  using Unmake = void (*)(Subject*);
  using Method = void (*)(Subject& subject, Subject* other, const std::uint8_t* arguments, Record& out);
  const Make* constructors;
  const Unmake* destructors;  // one for each constructor
  const Method* methods;
};

// Lets calls of several threads begin in a given order, one at a time. A call that waits for another one does not hold up the
// order: the next may begin when no thread can go on, which under the engine is when a time limit ends.
class Turns {
 public:
  void Begin(const std::uint8_t* order, int step, int thread) {
    std::unique_lock<std::mutex> lock(mutex_);
    for (bool stuck = false; !MayBegin(order, step, stuck);)
      stuck = changed_.wait_for(lock, std::chrono::milliseconds(1)) == std::cv_status::timeout;
    in_call_[thread] = true;
  }
  void End(int step, int thread) {
    std::lock_guard<std::mutex> guard(mutex_);
    in_call_[thread] = false;
    over_[step] = true;
    changed_.notify_all();
  }

 private:
  bool MayBegin(const std::uint8_t* order, int step, bool stuck) const {
    for (int before = 0; before < step; ++before)
      if (!over_[before] && !(stuck && in_call_[order[before]])) return false;
    return true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_[kMostSteps] = {}, in_call_[kMostThreads] = {};
};

template <typename Subject>
class Interpreter {
 public:
  explicit Interpreter(const Table<Subject>& table) : table_(table) {}

  int Run() {
    const char* path = std::getenv(kCandidateVariable);
    const int file = path != nullptr ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void* memory = file < 0 ? MAP_FAILED : mmap(nullptr, sizeof(CandidateCode), PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return 2;
    close(file);
    REWEAVE_REWIND_POINT();
    Copy(static_cast<const char*>(memory), reinterpret_cast<char*>(&code_), sizeof code_);
    if (code_.mode == kOrders) Orders();
    else Threads();
    Print("end\n", 4);
    Flush();
    _exit(0);
  }

 private:
  REWEAVE_SKIP_ static void Copy(const char* from, char* to, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<const volatile char*>(from)[i];
  }
  REWEAVE_SKIP_ void Print(const char* text, std::size_t size) {
    for (std::size_t i = 0; i < size && printed_size_ < sizeof printed_; ++i) printed_[printed_size_++] = text[i];
  }
  REWEAVE_SKIP_ void Flush() {
    if (write(1, printed_, printed_size_) < 0) _exit(2);
  }
  void Print(Record& record) {
    if (record.text.size() > 0) Print(record.text.data(), record.text.size());
    record.text.Clear();
  }
  void Do(const CallCode& call, Record& record) {
    if (call.op == kNoCall) return;
    Subject* other = objects_[1 - call.on];
    table_.methods[call.op](*objects_[call.on], other, call.arguments, record);
  }

  // False: a call of it threw.
  bool Prefix() {
    Record& record = main_;
    for (int i = 0; i < code_.prefix_count; ++i) {
      record.Name("prefix", i);
      Do(code_.prefix[i], record);
      if (record.threw) return Print(record), record.threw = false;
    }
    record.text.Clear();  // only that it did not throw matters
    return true;
  }

  void Probes() {
    for (int i = 0; i < code_.probe_count; ++i) {
      main_.Name("probe", i);
      main_.threw = false;
      Do(code_.probes[i], main_);
      Print(main_);
    }
    main_.threw = false;
  }

  // Both objects; false if a constructor throws.
  bool Make() {
    objects_[0] = objects_[1] = nullptr;
    for (int i = 0; i <= code_.other; ++i) {
#if defined(__cpp_exceptions)
      try {
        objects_[i] = table_.constructors[code_.constructor.op](code_.constructor.arguments);
      } catch (...) {
      }
#else
      objects_[i] = table_.constructors[code_.constructor.op](code_.constructor.arguments);
#endif
      if (objects_[i] == nullptr) Print("constructor throw\n", 18);
      if (objects_[i] == nullptr) return false;
    }
    return true;
  }
  void Unmake() {
    for (int i = code_.other; i >= 0; --i) table_.destructors[code_.constructor.op](objects_[i]);
  }

  void Orders() {
    for (int order = 0; order < code_.order_count; ++order) {
      main_.text.Add("order ");
      main_.text.AddNumber(order);
      main_.text.Add("\n");
      main_.text.Add("stack ");
      main_.text.AddNumber(reinterpret_cast<long long>(__builtin_frame_address(0)));
      main_.text.Add("\n");
      Print(main_);
      if (!Make()) continue;
      if (Prefix()) {
        int next[kMostThreads] = {};
        bool over[kMostThreads] = {};
        int steps = 0;
        for (int t = 0; t < code_.thread_count; ++t) steps += code_.call_count[t];
        for (int i = 0; i < steps; ++i) {
          const int thread = code_.orders[order][i];
          const int call = next[thread]++;
          if (over[thread]) continue;
          main_.Name("", thread, call);
          main_.threw = false;
          REWEAVE_TASK(kTaskOfCall + thread);  // whose accesses they are, for access summaries
          Do(code_.calls[thread][call], main_);
          REWEAVE_TASK(0);
          over[thread] = main_.threw;
          Print(main_);
        }
        main_.threw = false;
        Probes();
      }
      Unmake();
    }
  }

  void Thread(int thread) {
    for (int i = 0; i < code_.call_count[thread]; ++i) {
      const int step = code_.mode == kTurns ? StepOf(thread, i) : 0;
      if (code_.mode == kTurns) turns_.Begin(code_.orders[0], step, thread);
      records_[thread].Name("", thread, i);
      if (!records_[thread].threw) Do(code_.calls[thread][i], records_[thread]);
      if (code_.mode == kTurns) turns_.End(step, thread);
      else if (records_[thread].threw) return;
    }
  }

  // Where call i of the thread is in the order.
  int StepOf(int thread, int i) const {
    int step = 0;
    for (; i > 0 || code_.orders[0][step] != thread; ++step)
      if (code_.orders[0][step] == thread) --i;
    return step;
  }

  void Threads() {
    if (!Make()) return;
    if (Prefix()) {
      std::thread threads[kMostThreads];
      for (int t = 0; t < code_.thread_count; ++t) threads[t] = std::thread([this, t] { Thread(t); });
      for (int t = 0; t < code_.thread_count; ++t) threads[t].join();
      for (int t = 0; t < code_.thread_count; ++t) Print(records_[t]);
      Probes();
    }
    Unmake();
  }

  const Table<Subject>& table_;
  CandidateCode code_;
  Subject* objects_[2] = {};
  Turns turns_;
  Record main_, records_[kMostThreads];
  char printed_[1 << 16];  // written once, at the end: each write is a system call that the engine looks at
  std::size_t printed_size_ = 0;
};

#undef REWEAVE_SKIP_

}  // namespace reweave::gen_wrapper

#endif  // REWEAVE_DETAIL_GEN_WRAPPER_H_
