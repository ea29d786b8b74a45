void LinkedWork(int n) { if (n == 2) asm volatile(""); }
