// shows: objects made by placement new in slots of a pool
#include <atomic>
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

struct Node {
  int a, b;
  Node(int v) : a(v), b(v) {}
  ~Node() {
    assert(a == b);
    a = -1;
  }
};

class Pool {
  std::mutex m;
  alignas(Node) unsigned char raw[4][sizeof(Node)];
  void* free_[4];
  int n = 0;

 public:
  Pool() {
    for (auto& r : raw) free_[n++] = r;
  }
  void* Get() {
    std::lock_guard g(m);
    return n ? free_[--n] : nullptr;
  }
  void Put(void* p) {
    std::lock_guard g(m);
    free_[n++] = p;
  }
} pool;
std::atomic<Node*> mail;

int main() {
  std::jthread a([] {
    for (int i = 0; i < 2; i++) {
      Node* n = new (pool.Get()) Node(i);
      if (Node* o = mail.exchange(n)) {
        o->~Node();
        pool.Put(o);
      }
    }
  }),
      b([] {
        for (int i = 0; i < 2; i++)
          if (Node* o = mail.exchange(nullptr)) {
            assert(o->a == o->b);
            o->~Node();
            pool.Put(o);
          }
      });
}
