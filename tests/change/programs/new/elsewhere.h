#pragma once
// This function lay in same.h.
namespace same {
inline int InTheWrongFile(int a) { return a % 7; }
}  // namespace same
