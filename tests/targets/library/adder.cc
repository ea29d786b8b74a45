// Changes memory that it is given; linked as an object without hooks.
extern "C" void AddOneTo(int* number) { *number = *number + 1; }
