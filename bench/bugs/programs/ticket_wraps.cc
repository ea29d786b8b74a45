// shows: a ticket lock counts in two bits; with N waiting at once two have one ticket
// set: once
// args: 5
// args: 6
#include "bug.h"

std::atomic<unsigned> next_ticket, serving;
std::atomic<int> inside;
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 5), [](int) {
    const unsigned mine = next_ticket.fetch_add(1) & 3;
    while ((serving.load() & 3) != mine) std::this_thread::yield();
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    serving.fetch_add(1);
  });
}
