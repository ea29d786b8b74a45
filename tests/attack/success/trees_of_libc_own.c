// shows: each thread has its own tree (tsearch), list, directory stream, wide text and parts of numbers
#include <assert.h>
#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
static int Less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void* Works(void* a) {
  void* root = 0;
  int k[2] = {1, 2};
  tsearch(&k[0], &root, Less), tsearch(&k[1], &root, Less);
  assert(tfind(&k[1], &root, Less));
  tdelete(&k[0], &root, Less), tdelete(&k[1], &root, Less);
  wchar_t w[8];
  wcscpy(w, L"ab"), wcscat(w, L"c");
  assert(wcslen(w) == 3);
  double whole;
  volatile double in = 2.5;
  (void)modf(in, &whole);
  assert(whole == 2);
  DIR* d = opendir("/");
  assert(readdir(d));
  closedir(d);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Works, 0);
  Works(0);
  pthread_join(t, 0);
  return 0;
}
