// shows: two threads leave a group at once; both find the last one and give the group back
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct Group {
  int members;
};
Group* group;
void* Leave(void*) {
  pthread_mutex_lock(&m);
  Group* mine = group;
  pthread_mutex_unlock(&m);
  if (!mine) return nullptr;
  if (mine->members > 1) {
    --mine->members;
    return nullptr;
  }
  pthread_mutex_lock(&m);
  group = nullptr;
  pthread_mutex_unlock(&m);
  delete mine;
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 2));
  group = new Group{static_cast<int>(t.size()) - 1};
  for (pthread_t& x : t) pthread_create(&x, nullptr, Leave, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
