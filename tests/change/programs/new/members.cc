#include <functional>
#include <string>

namespace members {

struct Part {
  int weight = 1;
  Part() { weight = 3; }  // @0
  Part(const Part& other) : weight(other.weight) {}
  ~Part() { weight = -1; }  // @0
};
//! field members::Part::weight 3

struct Machine {
  Part part;
  int speed;
  int load = 3;
  int spare = 5;  // @0 members::Machine::Machine(int), members::Machine::Machine()
  Machine(int s)
      : speed(s),
        load(8) {  // @0
    spare = s;
  }
  Machine() : speed(1) {}
  ~Machine() {
    speed = 0;
    load = 1;  // @0
  }
};
//! field members::Machine::spare 3
//! field members::Machine::load 3
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
//! field members::result 3

void VirtualOwn(Shape* shape) {
  result = shape->Area();  // @0
}
//! field members::Shape::area_ 4
void VirtualPure(Shape* shape) {
  result = shape->Corners();  // @0
}
//! field members::Square::side_ 4
//! field members::Circle::radius_ 4
void VirtualOfDerived(Circle* shape) {
  result = shape->Area();  // @0
}

int hidden;
void Target() { hidden = 1; }
void Pointers(void (*f)(), const std::function<void()>& g) {
  f();  // @0
  g();  // @0
  ready = 0;
}
//! skipped 2
void UsePointers() { Pointers(&Target, Target); }  // @0

struct Deep {
  int near_ = 0, far_ = 0;
  void Far() { far_ = 1; }
  void Near() {
    near_ = 1;
    Far();
  }
};
//! field members::Deep::near_ 4
Deep deep;
void CallsNear() {
  deep.Near();  // @0
  ready = 1;
}

struct Plain {
  std::string label_;
  int size_ = 0;
};
//! field members::Plain::label_ 4
//! field members::Plain::size_ 4
Plain plain;
void CopiesPlain() {
  Plain copy = plain;  // @0
  ready = 2;
}

Square square;
Circle circle;

}  // namespace members

int main() {}

// UsePointers compiles to something else because Pointers may throw now. Its text is the same; that it counts is a price of
// never calling code the same that is not.
//! field members::ready 4
