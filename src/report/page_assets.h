// The report page's files, embedded by html/embed.cmake.
#pragma once

#include <string_view>

namespace reweave::inline report {

extern const std::string_view kPageTemplate, kPageStyle, kPageScript;
extern const std::string_view kPageStyleHash, kPageScriptHash;  // base64 of SHA-256

}  // namespace reweave::inline report
