#include "site.h"

#include <charconv>

#include "fmt/format.h"

std::optional<std::string> Site::Fetch(const std::string& address) const {
  long number = -1;
  if (!address.starts_with("/page")) return std::nullopt;
  std::from_chars(address.data() + 5, address.data() + address.size(), number);
  if (number < 0 || number >= pages_) return std::nullopt;
  return fmt::format("<title>Page {}</title><a href=\"{}\">twice</a><a href=\"{}\">next</a><a href=\"mailto:us\">us</a>", number,
                     Address(2 * number), Address(number + 1));
}
