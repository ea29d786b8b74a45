// Counts in memory of its own, without a lock; linked as an object without hooks.
static int tally;
extern "C" void Tally() { tally = tally + 1; }
extern "C" int Tallied() { return tally; }
