// Prices that are read much more often than set: readers get a list that never changes. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

struct Price {
  std::string name;
  double amount = 0;
  bool operator==(const Price&) const = default;
};

class SafePrices {
 public:
  using List = std::vector<Price>;

  // What readers may walk through as long as they like.
  class View {
   public:
    explicit View(std::shared_ptr<const List> list) : list_(std::move(list)) {}
    List::const_iterator begin() const { return list_->begin(); }
    List::const_iterator end() const { return list_->end(); }
    std::size_t size() const { return list_->size(); }

   private:
    std::shared_ptr<const List> list_;
  };

  void Set(const std::string& name, double amount) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto list = std::make_shared<List>(*list_);
    for (Price& price : *list)
      if (price.name == name) {
        price.amount = amount;
        list_ = std::move(list);
        return;
      }
    list->push_back({name, amount});
    list_ = std::move(list);
  }

  View All() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return View(list_);
  }

  List Copy() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return *list_;
  }

  std::unordered_set<std::string> Names() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unordered_set<std::string> out;
    for (const Price& price : *list_) out.insert(price.name);
    return out;
  }

  // The class never changes it.
  const std::string& Currency() const { return currency_; }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const List> list_ = std::make_shared<List>();
  const std::string currency_ = "EUR";
};
