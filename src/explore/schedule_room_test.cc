#include "explore/schedule_room.h"

#include <gtest/gtest.h>

namespace reweave::inline explore {
namespace {

Finding RaceOn(const std::string& variable, unsigned line) {
  Finding finding;
  finding.kind = FindingKind::kRace, finding.id = variable + std::to_string(line);
  for (const char* role : {"write", "read"}) {
    FindingSite& site = finding.sites.emplace_back();
    site.role = role, site.position.file = "a.cc", site.position.line = line, site.position.function = "f" + variable;
    site.position.variable = variable;
  }
  return finding;
}

TEST(ScheduleRoom, OfOneCauseOneIsKeptWhenThereIsNoRoom) {
  ScheduleRoom room(100);
  EXPECT_TRUE(room.HasFor(RaceOn("x", 1)));
  room.Took(RaceOn("x", 1), 60);
  EXPECT_TRUE(room.HasFor(RaceOn("x", 2)));
  room.Took(RaceOn("x", 2), 60);
  EXPECT_FALSE(room.HasFor(RaceOn("x", 3)));
  EXPECT_TRUE(room.HasFor(RaceOn("y", 4))) << "another cause";
  room.Took(RaceOn("y", 4), 60);
  EXPECT_FALSE(room.HasFor(RaceOn("y", 5)));
  Finding written = RaceOn("x", 1);
  written.schedule_file = "x.rws";
  EXPECT_TRUE(room.HasFor(written)) << "a shorter schedule takes the place of the one that is there";
}

}  // namespace
}  // namespace reweave::inline explore
