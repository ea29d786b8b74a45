#include "findings/event_texts.h"

#include "findings/listing.h"

namespace reweave::inline findings {

EventTexts::EventTexts(const Trace& trace, const SiteNames& names, const WordAtStart& at_start)
    : names_(names),
      variables_(trace, names),
      summary_(Summarize(trace)),
      containers_(
          trace, [&names](std::uint32_t site) -> const Inside& { return names.InsideOf(site); },
          [this](const abi::Event& event) { return variables_.Of(event); }, at_start) {
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kCreate) creates_[static_cast<std::uint16_t>(event.value)] = &event;
}

const abi::Event& EventTexts::OriginOf(const abi::Event& event) const {
  const auto created = event.kind == abi::EventKind::kBegin ? creates_.find(event.tid) : creates_.end();
  return created == creates_.end() ? event : *created->second;
}

std::string EventTexts::Name(const abi::Event& event) const {
  const ContainerText* text = containers_.Of(event);
  return text != nullptr ? text->name : variables_.Of(OriginOf(event));
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
