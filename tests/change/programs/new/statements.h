#pragma once
inline int taken;
inline void Take(int x, int, int y) { taken = x + y; }
inline void Say(const char* text) { taken = text[0]; }
