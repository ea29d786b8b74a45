#include <memory>
#include <shared_mutex>
#include <thread>

struct Shape {
  virtual ~Shape() {}
  virtual int Area(int k) = 0;
  int id = 0;
};
struct Square : Shape {
  int side = 0;  // in the tail padding of Shape
  int Area(int k) override { return side * k; }
};
struct World {
  std::shared_mutex lock;
  std::unique_ptr<Shape> owned;
  Shape* raw = nullptr;
  int (*callback)(int) = nullptr;
  int grid[3][4] = {};
  Square squares[5];
  struct {
    int deep = 0;
  } inner;
};
typedef struct {
  int first;
  union {
    int whole;
    float real;
  };
  unsigned bits : 3;
} list_t;

thread_local int own;
list_t list;

void Work(World* world, int n) {
  world->lock.lock_shared();
  own += n;
  world->raw->Area(3);
  world->owned->Area(4);
  world->callback(2);
  world->grid[1][n] = 5;
  world->squares[n].side = 3;
  world->inner.deep = 7;
  world->lock.unlock_shared();
  list.first = 1;
  list.whole = 2;
  list.bits = 3;
}

struct Object {
  int hits = 0;
  void Run() { hits++; }
};

int Callback(int v) {
  static int calls;
  return v + ++calls;
}

int main() {
  World world;
  world.raw = new Square;
  world.owned.reset(new Square);
  world.callback = Callback;
  Object object;
  std::thread first(Work, &world, 1);
  std::thread second(&Object::Run, &object);
  first.join();
  second.join();
}
