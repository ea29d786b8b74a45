#include "findings/containers.h"

#include <gtest/gtest.h>

#include "trace/testing.h"

namespace reweave::inline findings {
namespace {

constexpr std::uint64_t kBase = 0x202000001000, kBuffer = 0x202000002000;
enum Site : std::uint32_t { kStart = 1, kFinish, kStorage, kCount, kNodeLink, kRoot, kCurBegin, kCurEnd, kPlain };

const Inside& InsideOf(std::uint32_t site) {
  static const std::string vector = "std::vector<int, std::allocator<int>>", map = "std::map<int, long>";
  static const std::string deque = "std::deque<int, std::allocator<int>>", node = "std::_Rb_tree_node_base";
  static const Inside known[] = {
      {},
      {.holder = "", .type = vector, .members = "_M_impl._M_start", .offset = 0, .size = 24, .element = 4},
      {.holder = "", .type = vector, .members = "_M_impl._M_finish", .offset = 8, .size = 24, .element = 4},
      {.holder = "", .type = vector, .members = "_M_impl._M_end_of_storage", .offset = 16, .size = 24, .element = 4},
      {.holder = "", .type = map, .members = "_M_t._M_impl._M_node_count", .offset = 40, .size = 48, .element = 0},
      {.holder = "", .type = node, .members = "_M_left", .offset = 16, .size = 32, .element = 32},
      {.holder = "", .type = map, .members = "_M_t._M_impl._M_header._M_parent", .offset = 16, .size = 48, .element = 32},
      {.holder = "", .type = deque, .members = "_M_impl._M_start._M_cur", .offset = 16, .size = 80, .element = 4},
      {.holder = "", .type = deque, .members = "_M_impl._M_finish._M_cur", .offset = 48, .size = 80, .element = 4},
      {.holder = "", .type = "std::unique_ptr<int>", .members = "_M_t._M_head_impl", .offset = 0, .size = 8, .element = 4},
  };
  return known[site < std::size(known) ? site : 0];
}

class Accesses {
 public:
  Accesses& Read(Site site, std::uint64_t at, std::uint64_t value) { return Add(abi::EventKind::kRead, site, at, value); }
  Accesses& Write(Site site, std::uint64_t at, std::uint64_t value) { return Add(abi::EventKind::kWrite, site, at, value); }
  // "size() = 3 | size() 3 -> 4"
  std::string Text(const WordAtStart& at_start = {}) {
    const Trace trace = Built();
    const Containers containers(trace, InsideOf, [](const abi::Event&) { return std::string("x"); }, at_start);
    std::string out;
    for (const abi::Event& event : trace.events) {
      if (!IsPlainAccess(event.kind)) continue;
      const ContainerText* text = containers.Of(event);
      out += out.empty() ? "" : " | ";
      out += text == nullptr ? "-" : text->name + (text->effect.empty() ? "" : " " + text->effect);
    }
    return out;
  }
  std::vector<std::uint64_t> Words() { return WordsOfSizes(Built(), InsideOf); }

 private:
  Accesses& Add(abi::EventKind kind, Site site, std::uint64_t at, std::uint64_t value) {
    abi::Event event{};
    event.kind = kind, event.site = site, event.obj = at, event.value = value, event.size = 8;
    events_.push_back(event);
    return *this;
  }
  Trace Built() const {
    TraceBuilder build;
    for (const abi::Event& event : events_) build.Raw(event);
    return build.End(abi::EndKind::kPass);
  }
  std::vector<abi::Event> events_;
};

TEST(Containers, ACountIsTheSize) {
  EXPECT_EQ(Accesses().Read(kCount, kBase, 3).Write(kCount, kBase, 4).Read(kCount, kBase, 4).Text(),
            "x.size() = 3 | x.size() 3 -> 4 | x.size() = 4");
}

TEST(Containers, AVectorsSizeIsItsEndLessItsBeginning) {
  EXPECT_EQ(Accesses()
                .Read(kStart, kBase, kBuffer)
                .Read(kFinish, kBase + 8, kBuffer + 12)
                .Write(kFinish, kBase + 8, kBuffer + 16)
                .Text(),
            "x.begin() | x.size() = 3 | x.size() 3 -> 4");
  EXPECT_EQ(Accesses().Read(kStart, kBase, 0).Read(kFinish, kBase + 8, 0).Text(), "x.begin() | x.size() = 0");
}

TEST(Containers, ANewBufferKeepsTheSize) {
  constexpr std::uint64_t kOther = kBuffer + 0x100;
  EXPECT_EQ(Accesses()
                .Read(kStart, kBase, kBuffer)
                .Read(kFinish, kBase + 8, kBuffer + 12)
                .Write(kStart, kBase, kOther)
                .Write(kFinish, kBase + 8, kOther + 16)
                .Write(kStorage, kBase + 16, kOther + 24)
                .Text(),
            "x.begin() | x.size() = 3 | x.begin() | x.size() 3 -> 4 | x.capacity() = 6");
}

TEST(Containers, WithoutTheBeginningOnlyTheEndMoves) {
  EXPECT_EQ(Accesses()
                .Read(kFinish, kBase + 8, kBuffer + 12)
                .Write(kFinish, kBase + 8, kBuffer + 16)
                .Write(kFinish, kBase + 8, kBuffer + 12)
                .Write(kFinish, kBase + 8, kBuffer + 0x108)
                .Read(kStorage, kBase + 16, kBuffer + 0x200)
                .Text(),
            "x.end() | x.end() moved by 1 element | x.end() moved back by 1 element | x.end() | x.capacity()");
}

TEST(Containers, WordsBeforeTheRunTellTheBeginning) {
  const auto start = [](std::uint64_t at) { return at == kBase ? std::optional(kBuffer) : std::nullopt; };
  Accesses run;
  run.Read(kFinish, kBase + 8, kBuffer + 12).Write(kFinish, kBase + 8, kBuffer + 16);
  EXPECT_EQ(run.Words(), (std::vector<std::uint64_t>{kBase, kBase + 8, kBase + 16}));
  EXPECT_EQ(run.Text(start), "x.size() = 3 | x.size() 3 -> 4");
}

TEST(Containers, ADequeHasBlocks) {
  // Blocks of 128 elements, the map of blocks at kBase: 2 elements in the first block, one whole block, 5 in the last.
  const auto start = [](std::uint64_t at) -> std::optional<std::uint64_t> {
    const std::uint64_t words[] = {kBuffer + 504,     kBuffer,           kBuffer + 512, kBase, 0,
                                   kBuffer + 0x10000, kBuffer + 0x10200, kBase + 16};
    return words[(at - kBase) / 8];
  };
  EXPECT_EQ(Accesses()
                .Read(kCurEnd, kBase + 32, kBuffer + 0x10000 + 20)
                .Write(kCurEnd, kBase + 32, kBuffer + 0x10000 + 24)
                .Write(kCurBegin, kBase, kBuffer + 508)
                .Text(start),
            "x.size() = 135 | x.size() 135 -> 136 | x.size() 136 -> 135");
  EXPECT_EQ(Accesses().Read(kCurBegin, kBase, kBuffer).Write(kCurBegin, kBase, kBuffer + 4).Text(),
            "x.begin() | x.begin() moved by 1 element");
}

TEST(Containers, AddressesOfNodesAreNotShown) {
  EXPECT_EQ(Accesses().Write(kNodeLink, kBase + 0x500, kBuffer).Read(kRoot, kBase, kBuffer).Text(), "a node of x | x");
}

TEST(Containers, WhatIsNoContainerIsLeftAlone) {
  EXPECT_EQ(Accesses().Write(kPlain, kBase, kBuffer).Text(), "-");
  for (const char* type : {"std::vector<int>", "std::__cxx11::basic_string<char>", "std::__detail::_Hash_node<int, false>"})
    EXPECT_TRUE(IsContainerType(type)) << type;
  for (const char* type : {"", "std::unique_ptr<int>", "std::atomic<int>", "my::vector<int>", "std::mutex"})
    EXPECT_FALSE(IsContainerType(type)) << type;
}

}  // namespace
}  // namespace reweave::inline findings
