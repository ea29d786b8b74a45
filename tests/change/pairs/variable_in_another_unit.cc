//: what: a variable and its lock move to another source file
//: impact: same
//: fault: none
//: units: state.cc
#include <mutex>
#include <thread>
#include "state.h"
-std::mutex m;
-int total;
void Add() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
//: file: state.h
#pragma once
#include <mutex>
extern std::mutex m;
extern int total;
//: file: state.cc
#include "state.h"
int nothing_else;
+std::mutex m;
+int total;
