// shows: an uncaught exception in a static constructor
// kind: exception|abort
// always: yes
#include <stdexcept>

static int Throw() { throw std::runtime_error("early"); }
static int early = Throw();

int main() { return early; }
