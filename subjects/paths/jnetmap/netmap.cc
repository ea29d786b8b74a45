// A network monitor. A thread pings the devices for ever and sleeps for the interval that the user set; the process ends when main does.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

double ping_interval = 5;  // minutes; 0 or less: not at all
std::string map_name, device_names[4];
int device_ports[4];
int pings;

int Parse(const char* text) { return std::atoi(text); }

void Ping(int device) {
  int sum = 0;
  for (const char c : device_names[device]) sum += c;
  if (sum % 2 == 0 && device_ports[device] > 80) sum += device_ports[device];
}

void Pinger(int rounds) {
  for (int round = 0; rounds == 0 || round < rounds; ++round) {
    if (ping_interval <= 0) std::this_thread::sleep_for(std::chrono::seconds(60));
    else std::this_thread::sleep_for(std::chrono::minutes(1));
    ++pings;
    ping_interval = Parse("5");
  }
}

void UserInterface() {
  ping_interval = Parse("3");
  std::printf("%s every %d minutes\n", map_name.c_str(), static_cast<int>(ping_interval));
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  map_name = "office";
  for (int i = 0; i < 4; ++i) device_names[i] = "host" + std::to_string(i), device_ports[i] = 80 + i;
  std::thread pinger(Pinger, rounds);
  if (rounds == 0) pinger.detach();
  std::vector<std::thread> devices;
  for (int i = 0; i < 4; ++i) devices.emplace_back(Ping, i);
  std::thread interface(UserInterface);
  for (auto& device : devices) device.join();
  interface.join();
  if (rounds != 0) pinger.join();
  else std::this_thread::sleep_for(std::chrono::minutes(3));
}
