// Which events pass. Filters never change once they are made.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "level.h"

enum class Decision { kDeny, kNeutral, kAccept };

class Filter {
 public:
  virtual ~Filter() = default;
  virtual Decision decide(const Event& event) const = 0;
};

class LevelRangeFilter : public Filter {
 public:
  LevelRangeFilter(Level low, Level high, bool accept) : low_(low), high_(high), accept_(accept) {}
  Decision decide(const Event& event) const override;

 private:
  const Level low_, high_;
  const bool accept_;
};

class StringMatchFilter : public Filter {
 public:
  StringMatchFilter(std::string_view text, bool accept) : text_(text), accept_(accept) {}
  Decision decide(const Event& event) const override;

 private:
  const std::string text_;
  const bool accept_;
};

class DenyAllFilter : public Filter {
 public:
  Decision decide(const Event&) const override { return Decision::kDeny; }
};

// "warn..fatal", "text", "!text", "none".
std::unique_ptr<Filter> MakeFilter(std::string_view description);
