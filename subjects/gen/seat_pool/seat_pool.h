// Seats that are given to guests, each to one. Thread-safe.
#pragma once

#include <atomic>
#include <utility>

class SeatPool {
 public:
  // One seat; only its holder may have it.
  class Seat {
   public:
    explicit Seat(int number) : number_(number) {}
    Seat(Seat&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Seat& operator=(Seat&& other) noexcept {
      number_ = std::exchange(other.number_, -1);
      return *this;
    }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    int number() const { return number_; }

   private:
    int number_;
  };

  // -1 if there is none.
  Seat Take() {
    const int next = next_.load();
    if (next == kSeats) return Seat(-1);
    next_.store(next + 1);  // planted: two guests can read the same number
    return Seat(next);
  }

  static constexpr int Seats() { return kSeats; }

 private:
  static constexpr int kSeats = 8;
  std::atomic<int> next_{0};
};
