// Functions over strings; nothing is kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace string_utils {

bool IsBlank(std::string_view text);
std::string Trim(std::string_view text);
std::string Capitalize(std::string_view text);
std::string SwapCase(std::string_view text);
std::string Reverse(std::string_view text);
std::string Repeat(std::string_view text, int times);
std::string LeftPad(std::string_view text, int size, char pad = ' ');
std::string RightPad(std::string_view text, int size, char pad = ' ');
std::string Center(std::string_view text, int size, char pad = ' ');
std::string Abbreviate(std::string_view text, int size);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::vector<std::string> Split(std::string_view text, char separator);
std::string Replace(std::string_view text, std::string_view before, std::string_view after);
std::string Between(std::string_view text, std::string_view open, std::string_view close);
int CountMatches(std::string_view text, std::string_view part);
int Distance(std::string_view a, std::string_view b);  // of edits
std::string CommonPrefix(std::string_view a, std::string_view b);
bool IsPalindrome(std::string_view text);
std::string Wrap(std::string_view text, int width);
std::string Initials(std::string_view text);

}  // namespace string_utils
