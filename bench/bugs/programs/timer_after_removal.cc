// shows: a timer is armed by a path that saw the device alive; removal cancels it before and frees the device
// set: unseen
// args: 1
// args: 2
#include "bug.h"

struct Device {
  int ticks = 0;
};
std::mutex m;
bool alive = true, armed;
Device* device = new Device;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i)
    t.emplace_back([] {
      bool go;
      {
        std::lock_guard hold(m);
        go = alive;
      }
      if (!go) return;
      std::lock_guard hold(m);
      armed = true;
    });
  t.emplace_back([] {
    {
      std::lock_guard hold(m);
      armed = false;
    }
    std::lock_guard hold(m);
    alive = false;
    delete device;
  });
  t.emplace_back([] {
    std::lock_guard hold(m);
    if (armed) ++device->ticks;
  });
  for (auto& x : t) x.join();
}
