// shows: a wait on condition_variable_any that forgets the stop token is not woken by request_stop
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable_any cv;
bool ready = false;
int main() {
  std::jthread w([](std::stop_token st) {
    std::unique_lock l(m);
    cv.wait(l, [&] { return ready || st.stop_requested(); });
  });
}
