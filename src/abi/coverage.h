// The file between `reweave record` and the runtime of a program that runs natively: which blocks each thread entered.
//
// The recorder makes the file (sparse, `bytes` long), writes the header and names the file in REWEAVE_COVERAGE. Every process of
// the test that has the runtime maps it and adds records; what a process wrote is there however it ends. Records lie one behind
// the other from kCoverageFirst on, each a multiple of 64 bytes; room is taken by adding to `used`.
#pragma once

#include <atomic>
#include <cstdint>

namespace reweave::abi {

constexpr char kCoverageVariable[] = "REWEAVE_COVERAGE";         // path of the file
constexpr std::uint64_t kCoverageMagic = 0x31564f43'45574552ull;  // "REWECOV1"
constexpr std::uint32_t kCoverageVersion = 3;
constexpr std::uint64_t kCoverageFirst = 64;

enum CoverageLoss : std::uint32_t {
  kLostRoom = 1u << 0,     // the file is full
  kLostModule = 1u << 1,   // a library was opened that had more blocks than there was room for, or too many were
};

struct CoverageHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t reserved;
  std::uint64_t bytes;                    // of the file
  std::atomic<std::uint64_t> used;        // bytes taken; the recorder starts it at kCoverageFirst
  std::atomic<std::uint32_t> processes;   // numbers given so far
  std::atomic<std::uint32_t> lost;        // CoverageLoss
};
static_assert(sizeof(CoverageHeader) <= kCoverageFirst);

// kIdle is the recorder's, before the program starts: blocks of a module whose guards stay dormant because entering them follows
// from entering others. kAlone is a second record of the process's first thread: the blocks that it entered while it was alone,
// before it made another thread or after all that were made had been joined. Those blocks are in its record of kThread only if it
// entered them beside other threads, too.
enum class CoverageKind : std::uint32_t { kNone = 0, kModule = 1, kThread = 2, kIdle = 3, kCommand = 4, kAlone = 5 };

struct CoverageRecord {
  std::atomic<CoverageKind> kind;  // written last
  std::uint32_t units;  // length in 64 bytes, this header included
  std::uint32_t process;  // number of the process: 0 is the first, a child of fork gets its own
  std::uint32_t number;  // thread: creation order, main = 0. Module: order of registration
  std::uint32_t first, count;  // module: id of its first block, blocks. Thread: 0, ids there is room for. Idle: offset of the
                               // bits in data, blocks. Alone: 1 if there was a thread that nobody announced, else as thread
  std::uint64_t start, argument;  // thread: of the process itself. Command: process id, its parent's
  // Module: path of its file, zero-terminated. Thread: a bit for each block id, in 64-bit words. Idle: path, then a bit for each
  // block of the module, in 64-bit words from a multiple of 8 on. Command: the directory it was started in, then the words of its
  // command line, each with a zero behind it; `count` bytes.
  std::uint8_t data[24];
};
static_assert(sizeof(CoverageRecord) == 64);
constexpr std::uint64_t kCoverageData = 40;  // offset of data; it goes on for the record's length

}  // namespace reweave::abi
