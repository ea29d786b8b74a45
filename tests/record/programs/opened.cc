extern "C" void OpenedWork(int n) { if (n == 1) asm volatile(""); }
