// shows: printf and fputs of several threads on stdout keep lines whole; flockfile groups them
#include <cassert>
#include <cstdio>
#include <iostream>
#include <thread>

static void Print(int id) {
  printf("thread %d says a line\n", id);
  flockfile(stdout);
  fputs("two ", stdout);
  fputs("parts\n", stdout);
  funlockfile(stdout);
  std::cout << "stream " << id << '\n';
  fprintf(stderr, "error line\n");
}

int main() {
  printf("before the first thread\n");
  std::thread a(Print, 1), b(Print, 2);
  a.join();
  b.join();
}
