#pragma once
#include <vector>
inline int shared_counter = 0;
inline int bump(int n) { for (int i = 0; i < n; ++i) shared_counter += i; return shared_counter; }
template <class T> struct Box { T v; std::vector<T> all; void set(T x) { v = x; all.push_back(x); } };
