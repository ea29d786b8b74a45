// Ctrl-C and SIGTERM ask for a clean end: a flag that the loops look at. The target lives in its own process group and does
// not get the terminal's signal.
#pragma once

namespace reweave {

void CatchInterrupts();      // SIGINT, SIGTERM; a second one after ClearInterrupt kills us as usual
bool Interrupted();
void ClearInterrupt();       // go on (to confirm findings); the next signal has its default effect

}  // namespace reweave
