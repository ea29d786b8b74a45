// Ctrl-C, SIGTERM and a terminal that is closed ask for a clean end: a flag that the loops look at. The target lives in its own
// process group and does not get the terminal's signal.
#pragma once

namespace reweave {

void CatchInterrupts();  // SIGINT, SIGTERM, SIGHUP unless nohup ignores it; a second one after ClearInterrupt kills us as usual
bool Interrupted();
bool HungUp();  // it was the terminal that went away: there is nobody to ask
void ClearInterrupt();  // go on (to confirm findings); the next signal has its default effect

}  // namespace reweave
