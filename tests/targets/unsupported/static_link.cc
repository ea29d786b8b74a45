// shows: the driver refuses -static with a clear line
// link: -static
// expect-build: refused
// message: static
int main() {}
