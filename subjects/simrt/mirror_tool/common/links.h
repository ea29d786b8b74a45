#pragma once

#include <string>
#include <vector>

// The addresses that a page leads to, in its order.
std::vector<std::string> Links(const std::string& page);
