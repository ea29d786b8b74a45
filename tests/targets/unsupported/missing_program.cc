// shows: a program that does not exist is a wrong call
// build: none
// expect-exit: 2
// message: missing_program
int main() {}
