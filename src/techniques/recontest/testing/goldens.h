// Worked examples of the comparison of two runs (docs/techniques/recontest.md), as pairs of hand-written runs.
#pragma once

#include <string>

#include "techniques/recontest/testing.h"

namespace reweave::recontest {

// The running example. T1 to completion, then T2; main makes and joins both.
inline void BuildG1(Script& run, bool is_new) {
  run.Object("obj", {"x", "y", "z", "mon", "o"});
  const auto method = [&](const char* name) {
    SiteView& site = run.Describe(name);
    site.callee_record = NameOf("A");
  };
  for (const char* name : {"call m1", "call m2", "call m3", "call m4"}) method(name);
  method("call m0");
  run.Describe("call m0").caller_record = NameOf("A");
  run.Create(0, 1, "t1").Create(0, 2, "t2").Begin(1).Call(1, "call m1");
  if (!is_new) run.Lock(1, "obj.mon");
  run.Write(1, "x1", "obj.x").Lock(1, "obj.mon").Call(1, "call m0").Write(1, "y0", "obj.y").Write(1, "x0", "obj.x");
  if (is_new) run.Write(1, "+z0", "obj.z");
  run.Return(1).Unlock(1, "obj.mon");
  if (!is_new) run.Unlock(1, "obj.mon");
  run.Return(1).Call(1, "call m2").Lock(1, "obj.mon");
  if (is_new) run.Signal(1, "obj.o");
  run.Write(1, "x2", "obj.x").Write(1, "x3", "obj.x").Unlock(1, "obj.mon").Return(1).End(1);
  run.Begin(2).Alloc(2, "new in main", "Ho").Call(2, "call m3");
  if (is_new) run.Alloc(2, "+new in m3", "Hn").Lock(2, "Hn").Read(2, "if", "obj.x").Read(2, "ret", "obj.x").Unlock(2, "Hn");
  else run.Lock(2, "Ho").Read(2, "if", "obj.x").Unlock(2, "Ho");
  run.Return(2).Call(2, "call m4");
  if (!is_new) run.Lock(2, "obj.mon");
  run.Lock(2, "obj.mon").Write(2, "x4", "obj.x").Unlock(2, "obj.mon");
  run.Lock(2, "obj.mon").Write(2, "y4", "obj.y").Unlock(2, "obj.mon");
  if (!is_new) run.Unlock(2, "obj.mon");
  run.Return(2).End(2).Join(0, 1).Join(0, 2);
  run.Finish();
}

// Lock-release history; `before`: one more critical section in front, in both versions.
inline void BuildG2(Script& run, bool is_new, bool before) {
  run.Create(0, 1, "t1").Create(0, 2, "t2").Begin(1).Begin(2);
  run.Lock(2, "l").Read(2, "r", "x").Read(2, "ry", "y").Read(2, "rw", "w").Unlock(2, "l").End(2);
  if (before) run.Lock(1, "l").Write(1, "z", "w").Unlock(1, "l");
  run.Lock(1, "l").Write(1, "a", "x");
  if (is_new) run.Unlock(1, "l").Lock(1, "l");
  run.Write(1, "c", "y").Write(1, "b", "x").Unlock(1, "l").End(1);
  run.Finish();
}

inline void BuildG3(Script& run, bool is_new) {
  run.Create(0, 1, "t1").Create(0, 2, "t2").Create(0, 3, "t3").Begin(1).Begin(2).Begin(3);
  run.Write(1, "a", "x").Post(1, "m1");
  if (is_new) run.Post(2, "m2").SemWait(2, "m1");
  else run.SemWait(2, "m1").Post(2, "m2");
  run.SemWait(3, "m2").Read(3, "b", "x").End(1).End(2).End(3).Finish();
}

inline void BuildG4(Script& run, bool is_new) {
  for (const char* site : {"w", "inner"}) run.Describe(site).loops.push_back(run.SiteOf("outer loop"));
  run.Describe("w").loops.push_back(run.SiteOf("inner loop"));
  run.Create(0, 1, "t1").Begin(1).Read(0, "main", "v");
  run.LoopEnter(1, "outer loop");
  for (int i = 1; i <= 2; ++i) {
    const std::string lock = "l" + std::to_string(i);
    run.LoopIter(1, "outer loop").Lock(1, lock).LoopEnter(1, "inner loop");
    for (int j = 1; j <= (is_new && i == 1 ? 3 : 2); ++j) run.LoopIter(1, "inner loop").Write(1, "w", "v");
    run.Unlock(1, lock);
  }
  run.End(1).Finish();
}

inline void BuildG5(Script& run, bool is_new) {
  run.Write(0, "before", "x").Write(0, "before y", "y");
  const unsigned a = is_new ? 2 : 1, b = is_new ? 1 : 2;
  if (is_new) run.Create(0, b, "create b").Create(0, a, "create a");
  else run.Create(0, a, "create a").Create(0, b, "create b");
  run.Begin(a).Begin(b);
  run.Lock(a, "l").Write(a, "in a", "x").Unlock(a, "l").End(a);
  run.Lock(b, "l").Write(b, "in b", "y").Read(b, "x in b", "x").Unlock(b, "l").End(b);
  run.Join(0, a).Join(0, b).Read(0, "after", "x").Read(0, "after y", "y").Finish();
}

inline void BuildG7(Script& run, bool is_new) {
  run.Create(0, 1, "t1").Create(0, 2, "t2").Begin(1).Begin(2);
  for (unsigned t = 1; t <= 2; ++t)
    for (int i = 0; i < 10; ++i) {
      const std::string n = std::to_string(i), who = std::to_string(t);
      const bool bare = is_new && t == 1 && i == 3;
      if (!bare) run.Lock(t, "m" + n);
      run.Read(t, "r" + who + n, "v" + n).Write(t, "w" + who + n, "v" + n);
      if (!bare) run.Unlock(t, "m" + n);
    }
  run.End(1).End(2).Finish();
}

inline void BuildG8(Script& run, bool is_new) {
  run.Alloc(0, "new", "block").Write(0, "init a", "block").Write(0, "init b", "block");
  run.Create(0, 1, "t1").Begin(1);
  if (is_new) run.Read(1, "+use", "block");
  run.End(1).Join(0, 1).Finish();
}

}  // namespace reweave::recontest
