// Compiled once for each set of precompiled headers (ReweaveTargets.cmake).
