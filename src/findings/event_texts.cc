#include "findings/event_texts.h"

#include "findings/listing.h"

namespace reweave::inline findings {

EventTexts::EventTexts(const Trace& trace, const SiteNames& names, const WordAtStart& at_start)
    : variables_(trace, names),
      summary_(Summarize(trace)),
      containers_(
          trace, [&names](std::uint32_t site) -> const Inside& { return names.InsideOf(site); },
          [this](const abi::Event& event) { return variables_.Of(event); }, at_start) {}

std::string EventTexts::Name(const abi::Event& event) const {
  const ContainerText* text = containers_.Of(event);
  return text != nullptr ? text->name : variables_.Of(event);
}

std::string EventTexts::Detail(const abi::Event& event) const {
  const ContainerText* text = containers_.Of(event);
  return text != nullptr ? text->effect : DetailText(event, summary_);
}

std::string EventTexts::What(const abi::Event& event) const {
  std::string out(KindName(event.kind));
  for (const std::string& part : {Name(event), Detail(event)})
    if (!part.empty()) out += " " + part;
  return out;
}

}  // namespace reweave::inline findings
