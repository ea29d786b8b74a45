// A thermostat with many settings, each guarded by the same lock.
#pragma once

#include <mutex>

class Thermostat {
 public:
#define SETTING(Name, field)                      \
  void Set##Name(int value) {                     \
    const std::lock_guard<std::mutex> g(mutex_);  \
    field = value;                                \
  }                                               \
  int Get##Name() const {                         \
    const std::lock_guard<std::mutex> g(mutex_);  \
    return field;                                 \
  }
  SETTING(Target, target_)
  SETTING(Low, low_)
  SETTING(High, high_)
  SETTING(Hour, hour_)
  SETTING(Minute, minute_)
  SETTING(Mode, mode_)
  SETTING(Fan, fan_)
  SETTING(Humidity, humidity_)
  SETTING(Sensor, sensor_)
  SETTING(Zone, zone_)
#undef SETTING

  void SetOffset(int value) {
    const std::lock_guard<std::mutex> g(mutex_);
    offset_ = value;
  }

  // The target, corrected while the fan blows.
  int Corrected() const {
    {
      const std::lock_guard<std::mutex> g(mutex_);
      if (fan_ == 0 || mode_ == 0) return target_;
    }
    return offset_;  // planted: not under the lock
  }

 private:
  mutable std::mutex mutex_;
  int target_ = 20, low_ = 15, high_ = 25, hour_ = 0, minute_ = 0, mode_ = 0, fan_ = 0, humidity_ = 40, sensor_ = 0, zone_ = 0;
  int offset_ = 0;
};
