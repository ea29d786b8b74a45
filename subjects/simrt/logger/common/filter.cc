#include "filter.h"

Decision LevelRangeFilter::decide(const Event& event) const {
  if (event.level < low_ || event.level > high_) return Decision::kDeny;
  return accept_ ? Decision::kAccept : Decision::kNeutral;
}

Decision StringMatchFilter::decide(const Event& event) const {
  if (event.message.find(text_) == std::string::npos) return Decision::kNeutral;
  return accept_ ? Decision::kAccept : Decision::kDeny;
}

std::unique_ptr<Filter> MakeFilter(std::string_view description) {
  if (description == "none") return std::make_unique<DenyAllFilter>();
  const std::size_t dots = description.find("..");
  if (dots != std::string_view::npos)
    return std::make_unique<LevelRangeFilter>(ParseLevel(description.substr(0, dots), Level::kAll),
                                              ParseLevel(description.substr(dots + 2), Level::kOff), false);
  if (!description.empty() && description[0] == '!') return std::make_unique<StringMatchFilter>(description.substr(1), false);
  return std::make_unique<StringMatchFilter>(description, true);
}
