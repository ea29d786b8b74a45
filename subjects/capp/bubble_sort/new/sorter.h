// Sorts an array by as many threads as it has elements, each of which makes one bubble pass.
#pragma once
#include <mutex>
#include <utility>
#include <vector>

// How far the passes are; the last one to end publishes the result.
class Progress {
 public:
  void begin(int pass);
  void end(int pass);
  int finished();

 private:
  std::mutex mutex_;
  int begun_ = 0;
  int finished_ = 0;
  int highest_ = -1;
};

// What happened in which order, for the trace of the run.
class Journal {
 public:
  void note(int pass, const char* event);

 private:
  std::mutex mutex_;
  int entries_ = 0;
  int lastPass_ = -1;
  const char* lastEvent_ = "";
};

class BubbleSorter {
 public:
  explicit BubbleSorter(std::vector<int> values) : array_(std::move(values)) {}

  void run(int pass);
  std::vector<int> result() { return array_; }
  Progress& progress() { return progress_; }
  int size() const { return static_cast<int>(array_.size()); }

 private:
  void sortPass();
  void swapConsecutive(int index);

  std::mutex arrayLock_;
  std::vector<int> array_;
  Progress progress_;
  Journal journal_;
};
