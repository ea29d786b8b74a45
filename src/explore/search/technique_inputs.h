// What the techniques computed before the search and their strategies need: one value of each type.
//
// The command that starts the search puts in what it has (Set), the strategy takes out what it knows (Get). Nobody between the
// two needs to know the types.
#pragma once

#include <map>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <typeinfo>

namespace reweave::inline search {

class TechniqueInputs {
 public:
  template <typename T>
  void Set(std::shared_ptr<T> value) {
    using Plain = std::remove_const_t<T>;
    values_[std::type_index(typeid(Plain))] = std::shared_ptr<const Plain>(std::move(value));
  }
  // nullptr if there is none.
  template <typename T>
  std::shared_ptr<const T> Get() const {
    const auto found = values_.find(std::type_index(typeid(T)));
    return found == values_.end() ? nullptr : std::static_pointer_cast<const T>(found->second);
  }

 private:
  std::map<std::type_index, std::shared_ptr<const void>> values_;
};

}  // namespace reweave::inline search
