// Where the program's own frames begin below the runtime's: what a thread's local state is.
//
// A fiber waits inside the runtime, whose frames hold pointers into rings, ordinals and other things that say nothing about the
// program; the program's callee-saved registers lie scattered among them. The unwind tables of the executable tell where. Only
// frames of the runtime are walked (its code has a section of its own), each with a handful of table entries that are kept.
#include <elf.h>

#include "runtime/rt.h"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the linker gives these names
extern const char __start_reweave_text[] __attribute__((visibility("hidden")));
extern const char __stop_reweave_text[] __attribute__((visibility("hidden")));
extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));
// NOLINTEND(readability-identifier-naming)
void __reweave_registers(reweave::rt::Registers* out);
}

// Registers as they are in the caller once the call has returned.
asm(R"(
.pushsection reweave_text,"ax",@progbits
.globl __reweave_registers
.hidden __reweave_registers
.type __reweave_registers,@function
__reweave_registers:
  .cfi_startproc
  mov %rbx,(%rdi)
  mov %rbp,8(%rdi)
  mov %r12,16(%rdi)
  mov %r13,24(%rdi)
  mov %r14,32(%rdi)
  mov %r15,40(%rdi)
  lea 8(%rsp),%rax
  mov %rax,48(%rdi)
  mov (%rsp),%rax
  mov %rax,56(%rdi)
  ret
  .cfi_endproc
.size __reweave_registers,.-__reweave_registers
.popsection
)");

namespace reweave::rt {

bool InRuntime(uptr pc) {
  return pc >= reinterpret_cast<uptr>(__start_reweave_text) && pc < reinterpret_cast<uptr>(__stop_reweave_text);
}

namespace {

constexpr u64 kNearStack = 1024;  // bytes: what a loop changes mostly lies in its own frame and in its callees'
constexpr i32 kUnsaved = 0x7fffffff;
constexpr u32 kRbp = 6, kRsp = 7, kReturn = 16;

// Reads little pieces of the tables; every read is checked against the end.
struct Reader {
  const u8* at;
  const u8* end;
  bool good = true;
  template <typename T>
  T Take() {
    T v{};
    if (static_cast<u64>(end - at) < sizeof v) {
      good = false;
      return v;
    }
    __builtin_memcpy(&v, at, sizeof v);
    at += sizeof v;
    return v;
  }
  u64 Unsigned() {
    u64 v = 0;
    for (u32 shift = 0; shift < 64; shift += 7) {
      u8 b = Take<u8>();
      v |= static_cast<u64>(b & 0x7f) << shift;
      if (!(b & 0x80)) break;
    }
    return v;
  }
  i64 Signed() {
    i64 v = 0;
    u32 shift = 0;
    u8 b;
    do {
      b = Take<u8>();
      v |= static_cast<i64>(b & 0x7f) << shift;
      shift += 7;
    } while (b & 0x80 && shift < 64);
    if (b & 0x40 && shift < 64) v |= -(1ll << shift);
    return v;
  }
};

struct Rules {
  u32 cfa_register = kRsp;
  i64 cfa_offset = 8;
  i32 saved[17];
};

const u8* TableOfExecutable() {
  auto* base = reinterpret_cast<const u8*>(&__ehdr_start);
  auto* header = reinterpret_cast<const Elf64_Phdr*>(base + __ehdr_start.e_phoff);
  u64 first = ~0ull;
  for (u32 i = 0; i < __ehdr_start.e_phnum; ++i)
    if (header[i].p_type == PT_LOAD && header[i].p_vaddr < first) first = header[i].p_vaddr;
  for (u32 i = 0; i < __ehdr_start.e_phnum; ++i)
    if (header[i].p_type == PT_GNU_EH_FRAME) return base + (header[i].p_vaddr - first);
  return nullptr;
}

// The frame description of the function that contains pc, by the sorted table of .eh_frame_hdr.
const u8* FindDescription(u64 pc) {
  if (!g_rt.unwind_table) g_rt.unwind_table = TableOfExecutable();
  const u8* table = g_rt.unwind_table;
  if (!table || table[0] != 1 || (table[1] & 15) != 0x0b || table[2] != 0x03 || table[3] != 0x3b) return nullptr;
  u32 count;
  __builtin_memcpy(&count, table + 8, 4);
  auto entry = [&](u32 i, u32 part) {
    i32 v;
    __builtin_memcpy(&v, table + 12 + 8ull * i + 4 * part, 4);
    return reinterpret_cast<u64>(table) + static_cast<u64>(static_cast<i64>(v));
  };
  u32 low = 0, high = count;
  while (high - low > 1) {
    u32 middle = low + (high - low) / 2;
    if (entry(middle, 0) <= pc) low = middle;
    else high = middle;
  }
  if (count == 0 || entry(low, 0) > pc) return nullptr;
  return reinterpret_cast<const u8*>(entry(low, 1));
}

bool Execute(Reader r, Rules* rules, const Rules& initial, u64 at, u64 pc, u64 code_unit, i64 data_unit) {
  Rules kept[4];
  u32 depth = 0;
  auto save = [&](u64 reg, i64 offset) {
    if (reg < 17) rules->saved[reg] = static_cast<i32>(offset);
  };
  while (r.at < r.end && r.good) {
    u8 op = r.Take<u8>();
    u8 low = op & 0x3f;
    switch (op >> 6) {
      case 1:
        at += low * code_unit;
        if (at > pc) return true;
        continue;
      case 2: save(low, static_cast<i64>(r.Unsigned()) * data_unit); continue;
      case 3:
        if (low < 17) rules->saved[low] = initial.saved[low];
        continue;
      default: break;
    }
    switch (op) {
      case 0x00: break;                                                                      // nop
      case 0x02:
        at += r.Take<u8>() * code_unit;
        if (at > pc) return true;
        break;            // advance_loc1
      case 0x03:
        at += r.Take<u16>() * code_unit;
        if (at > pc) return true;
        break;           // advance_loc2
      case 0x04:
        at += r.Take<u32>() * code_unit;
        if (at > pc) return true;
        break;           // advance_loc4
      case 0x05: {
        u64 reg = r.Unsigned();
        save(reg, static_cast<i64>(r.Unsigned()) * data_unit);
        break;
      }  // offset_extended
      case 0x06: {
        u64 reg = r.Unsigned();
        if (reg < 17) rules->saved[reg] = initial.saved[reg];
        break;
      }   // restore_extended
      case 0x07:
        if (r.Unsigned() == kReturn) return false;
        break;                           // undefined: outermost frame
      case 0x08: r.Unsigned(); break;                                                        // same_value
      case 0x0a:
        if (depth == 4) return false;
        kept[depth++] = *rules;
        break;                // remember_state
      case 0x0b:
        if (depth == 0) return false;
        *rules = kept[--depth];
        break;                // restore_state
      case 0x0c:
        rules->cfa_register = static_cast<u32>(r.Unsigned());
        rules->cfa_offset = static_cast<i64>(r.Unsigned());
        break;
      case 0x0d: rules->cfa_register = static_cast<u32>(r.Unsigned()); break;                // def_cfa_register
      case 0x0e: rules->cfa_offset = static_cast<i64>(r.Unsigned()); break;                  // def_cfa_offset
      case 0x2e: r.Unsigned(); break;                                                        // GNU_args_size
      default: return false;
    }
  }
  return r.good;
}

bool FindRules(u64 pc, Rules* rules) {
  for (i32& s : rules->saved) s = kUnsaved;
  const u8* description = FindDescription(pc);
  if (!description) return false;
  u32 length, back;
  __builtin_memcpy(&length, description, 4);
  __builtin_memcpy(&back, description + 4, 4);
  if (length == 0xffffffff) return false;
  const u8* common = description + 4 - back;
  u32 common_length;
  __builtin_memcpy(&common_length, common, 4);
  Reader c{common + 8, common + 4 + common_length};
  if (c.Take<u8>() != 1) return false;
  const char* augmentation = reinterpret_cast<const char*>(c.at);
  while (c.good && c.Take<u8>() != 0) {
  }
  u64 code_unit = c.Unsigned();
  i64 data_unit = c.Signed();
  if (c.Unsigned() != kReturn) return false;
  u8 encoding = 0;
  if (*augmentation != 'z') return false;
  u64 extra = c.Unsigned();
  const u8* instructions = c.at + extra;
  for (const char* a = augmentation + 1; *a; ++a) {
    if (*a == 'R') encoding = c.Take<u8>();
    else if (*a == 'L') c.Take<u8>();
    else if (*a == 'P') {
      if ((c.Take<u8>() & 15) != 0x0b) return false;
      c.Take<i32>();
    } else if (*a != 'S') return false;
  }
  if (encoding != 0x1b) return false;  // pc-relative, four bytes
  c.at = instructions;
  Reader f{description + 8, description + 4 + length};
  u64 begin = reinterpret_cast<u64>(f.at) + static_cast<u64>(static_cast<i64>(f.Take<i32>()));
  u64 size = f.Take<u32>();
  if (pc < begin || pc - begin >= size) return false;
  u64 own_extra = f.Unsigned();
  f.at += own_extra;
  if (!Execute(c, rules, *rules, 0, ~0ull, code_unit, data_unit)) return false;
  Rules initial = *rules;
  return Execute(f, rules, initial, begin, pc, code_unit, data_unit);
}

// Rules by return address: the runtime has a few hundred call sites that matter.
const FrameRule* RuleOf(u64 pc) {
  FrameRule* r = &g_rt.frame_rules[(pc ^ pc >> 9) % kFrameRules];
  if (r->pc == pc) return r->good ? r : nullptr;
  Rules rules;
  r->pc = pc;
  r->good = FindRules(pc - 1, &rules) && (rules.cfa_register == kRbp || rules.cfa_register == kRsp);
  r->by_rbp = rules.cfa_register == kRbp;
  r->cfa = static_cast<i32>(rules.cfa_offset);
  constexpr u32 kDwarf[6] = {3, 6, 12, 13, 14, 15};  // rbx rbp r12 r13 r14 r15
  for (u32 i = 0; i < 6; ++i) r->saved[i] = rules.saved[kDwarf[i]];
  return r->good ? r : nullptr;
}

// Up to the first frame that is not the runtime's. False: there is none, or the tables do not tell.
bool WalkToProgram(const Fiber* f, Registers* r) {
  for (u32 depth = 0; InRuntime(r->pc); ++depth) {
    const FrameRule* rule = RuleOf(r->pc);
    if (!rule || depth == 64) return false;
    u64 cfa = (rule->by_rbp ? r->callee_saved[1] : r->sp) + static_cast<u64>(static_cast<i64>(rule->cfa));
    if (cfa <= r->sp || cfa > f->stack_high) return false;
    for (u32 i = 0; i < 6; ++i)
      if (rule->saved[i] != kUnsaved)
        r->callee_saved[i] = *reinterpret_cast<u64*>(cfa + static_cast<u64>(static_cast<i64>(rule->saved[i])));
    r->pc = *reinterpret_cast<u64*>(cfa - 8);
    r->sp = cfa;
  }
  return true;
}

}  // namespace

bool ProgramRegisters(const Fiber* f, Registers* out) {
  auto* saved = static_cast<const u64*>(f->sp);  // as __reweave_switch left it
  *out = {{saved[5], saved[6], saved[4], saved[3], saved[2], saved[1]}, reinterpret_cast<u64>(saved + 8), saved[7]};
  return WalkToProgram(f, out);
}

__attribute__((noinline)) u64 LocalKey(const Fiber* f, u64* near) {
  Registers r;
  __reweave_registers(&r);
  if (!WalkToProgram(f, &r)) return 0;
  u64 h = r.pc ^ r.sp << 20;
  auto word = [&h](u64 v) { h = (h ^ v) * 0x9fb21c651e98df25ull, h ^= h >> 29; };
  for (u64 v : r.callee_saved) word(v);
  u64 a = r.sp & ~7ull;
  for (u64 end = a + kNearStack < f->stack_high ? a + kNearStack : f->stack_high; a < end; a += 8)
    word(*reinterpret_cast<u64*>(a));
  if (near) {
    const u64 last = *near;
    *near = h | 1;
    if (last && last != *near) return 0;
  }
  for (; a < f->stack_high; a += 8) word(*reinterpret_cast<u64*>(a));
  return h | 1;
}

}  // namespace reweave::rt
