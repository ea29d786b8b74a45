#include <functional>
#include <string>

namespace members {

struct Part {
  int weight = 1;
  Part() { weight = 2; }
  Part(const Part& other) : weight(other.weight) {}
  ~Part() { weight = 0; }
};

struct Machine {
  Part part;
  int speed;
  int load = 3;
  int spare = 4;
  Machine(int s)
      : speed(s),
        load(7) {
    spare = s;
  }
  Machine() : speed(1) {}
  ~Machine() {
    speed = 0;
    load = 0;
  }
};
Machine machine(1), other_machine;

void Copies() {
  Machine copy = machine;
  other_machine = copy;
}

struct Shape {
  int area_ = 0;
  virtual ~Shape() = default;
  virtual int Area() { return area_; }
  virtual int Corners() = 0;
};
struct Square : Shape {
  int side_ = 0;
  int Area() override { return side_ * side_; }
  int Corners() override { return 4 + side_; }
};
struct Circle : Shape {
  int radius_ = 0;
  int Corners() override { return radius_; }
};
int result, ready;

void VirtualOwn(Shape* shape) {
  result = 1;
}
void VirtualPure(Shape* shape) {
  result = 2;
}
void VirtualOfDerived(Circle* shape) {
  result = 3;
}

int hidden;
void Target() { hidden = 1; }
void Pointers(void (*f)(), const std::function<void()>& g) {
  ready = 0;
}
void UsePointers() { Pointers(&Target, Target); }

struct Deep {
  int near_ = 0, far_ = 0;
  void Far() { far_ = 1; }
  void Near() {
    near_ = 1;
    Far();
  }
};
Deep deep;
void CallsNear() {
  ready = 1;
}

struct Plain {
  std::string label_;
  int size_ = 0;
};
Plain plain;
void CopiesPlain() {
  ready = 2;
}

Square square;
Circle circle;

}  // namespace members

int main() {}
