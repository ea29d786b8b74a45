// shows: a sanitizer together with the driver either works or is refused by name
// compile: -fsanitize=thread
// expect-build: refused
// message: sanitize
int main() {}
