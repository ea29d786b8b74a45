// Keeps the last number or word that was fed to it. Thread-safe.
#pragma once

#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

class SafeParse {
 public:
  enum class Problem { kEmpty, kTooLong };
  using Value = std::variant<int, std::string, Problem>;

  Value Feed(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++fed_;
    if (text.empty()) return last_ = Problem::kEmpty;
    if (text.size() > 6) return last_ = Problem::kTooLong;
    if (text.find_first_not_of("0123456789") == std::string::npos) return last_ = std::stoi(text);
    return last_ = text;
  }

  Value Last() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return last_;
  }

  std::tuple<unsigned long, Value> Both() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return {fed_, last_};
  }

  std::vector<std::pair<Problem, bool>> Problems() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!std::holds_alternative<Problem>(last_)) return {};
    return {{std::get<Problem>(last_), fed_ > 1}};
  }

 private:
  mutable std::mutex mutex_;
  Value last_ = 0;
  unsigned long fed_ = 0;
};
