// shows: mode, owner, times and extended attributes of files are put back after each run, whether changed by name or descriptor
#include <cassert>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>
#include <utime.h>

namespace fs = std::filesystem;

static constexpr time_t kOld = 1'000'000'000;
static const char* const kNames[] = {"by_fd", "by_name", "moved", "removed"};

static struct stat StatOf(const fs::path& path) {
  struct stat s;
  assert(lstat(path.c_str(), &s) == 0);
  return s;
}

static void Unchanged(const struct stat& s, uid_t owner) {
  assert((s.st_mode & 07777) == 0640 && s.st_uid == owner);
  assert(s.st_mtim.tv_sec == kOld && s.st_atim.tv_sec == kOld);
}

int main() {
  std::string name = (fs::temp_directory_path() / "reweave-attributes-XXXXXX").string();
  assert(mkdtemp(name.data()));
  const fs::path top = name;
  const uid_t me = geteuid(), other = me == 0 ? 12345 : me;
  const timespec old[2] = {{kOld, 0}, {kOld, 0}};
  for (const char* file : kNames) {
    std::ofstream(top / file) << "text";
    chmod((top / file).c_str(), 0640);
    utimensat(AT_FDCWD, (top / file).c_str(), old, 0);
  }
  fs::create_symlink("by_name", top / "link");
  const int old_fd = open((top / "nameless").c_str(), O_CREAT | O_RDWR, 0640);
  fs::remove(top / "nameless");
  futimens(old_fd, old);
  std::thread a([&] {
    for (const char* file : kNames) Unchanged(StatOf(top / file), me);
    struct stat nameless;
    assert(fstat(old_fd, &nameless) == 0);
    Unchanged(nameless, me);
    assert(StatOf(top / "link").st_uid == me);
    int fd = open((top / "by_fd").c_str(), O_RDONLY);
    assert(fchmod(fd, 0400) == 0 && fchown(fd, other, static_cast<gid_t>(-1)) == 0);
    const timespec now[2] = {{kOld + 5, 0}, {kOld + 6, 0}};
    assert(futimens(fd, now) == 0);
    close(fd);
    assert(chown((top / "by_name").c_str(), other, static_cast<gid_t>(-1)) == 0);
    assert(lchown((top / "link").c_str(), other, static_cast<gid_t>(-1)) == 0);
    assert(fchmod(old_fd, 0444) == 0 && futimens(old_fd, nullptr) == 0);
    fs::rename(top / "moved", top / "elsewhere");
    const utimbuf past = {kOld + 7, kOld + 8};
    assert(utime((top / "elsewhere").c_str(), &past) == 0);
    const timeval tv[2] = {{kOld + 9, 0}, {kOld + 9, 0}};
    assert(chmod((top / "removed").c_str(), 0600) == 0 && utimes((top / "removed").c_str(), tv) == 0);
    fs::remove(top / "removed");
    // what is new in this run goes with it: nothing of it has to be kept
    fd = open((top / "new").c_str(), O_CREAT | O_WRONLY, 0600);
    assert(fchown(fd, other, static_cast<gid_t>(-1)) == 0);
    fsetxattr(fd, "user.reweave", "1", 1, 0);  // not every file system has them
    close(fd);
  });
  std::thread b([&] { assert(!fs::exists(top / "new") || StatOf(top / "new").st_size == 0); });
  a.join();
  b.join();
  assert((StatOf(top / "by_fd").st_mode & 0777) == 0400 && StatOf(top / "by_fd").st_mtim.tv_sec == kOld + 6);
  close(old_fd);
  fs::remove_all(top);
}
