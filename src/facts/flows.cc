#include "facts/flows.h"

#include "base/coding.h"

namespace reweave::inline facts {
namespace {

using facts::FlowKind;

class FlowDecoder {
 public:
  explicit FlowDecoder(const FunctionFacts& function) : f_(function), in_(function.flows.ops, 0) {}

  Result<FunctionFlows> Run() {
    out_.parameters = out_.values = f_.flows.parameters;
    if (f_.flows.ops.empty()) return std::move(out_);
    const std::uint64_t blocks = in_.Varint();
    if (blocks != f_.blocks.size()) in_.Invalidate();
    for (std::uint32_t b = 0; b < blocks && in_.ok(); ++b) {
      const std::uint64_t size = in_.Varint();
      Decoder ops(in_.Bytes(size), in_.offset());
      while (ops.ok() && ops.remaining() > 0) Op(ops, b);
      if (!ops.ok()) in_.Invalidate();
    }
    for (FlowOperand operand : out_.operands) Check(operand);
    for (const auto& access : out_.library) Check(access.address);
    if (!in_.ok() || bad_)
      return Fail(ErrorCategory::kUsage, "cannot read facts", f_.id, "damaged flows",
                  "rebuild it with this version's reweave-c++");
    return std::move(out_);
  }

 private:
  void Check(FlowOperand operand) {
    if (IsRoot(operand) ? RootNumber(operand) >= f_.flows.roots.size() : ValueNumber(operand) > out_.values) bad_ = true;
  }

  std::uint32_t Number(Decoder& in, std::uint64_t limit = 0xffffffffu) {
    const std::uint64_t value = in.Varint();
    if (value > limit) in.Invalidate();
    return static_cast<std::uint32_t>(value);
  }

  void Push(Decoder& in, FlowOp& op) { out_.operands.push_back(Number(in)), ++op.count; }
  void PushList(Decoder& in, FlowOp& op) {
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) Push(in, op);
  }
  void Define(FlowOp& op) { op.result = ++out_.values; }
  std::uint32_t Access(Decoder& in) {
    const std::uint32_t number = Number(in, f_.accesses.size());
    return number == 0 ? kNoSite : number - 1;
  }

  void Op(Decoder& in, std::uint32_t block) {
    FlowOp op;
    const std::uint8_t head = in.Byte();
    op.kind = static_cast<FlowKind>(head & ~facts::kFlowPlain);
    op.plain = head & facts::kFlowPlain;
    op.block = block;
    op.first = static_cast<std::uint32_t>(out_.operands.size());
    if (f_.flows.statements) {
      op.statement = Number(in, f_.statements.size()) - 1u;
      op.shape = in.Byte();
      op.shape = static_cast<std::uint16_t>(op.shape | in.Byte() << 8);
    }
    switch (op.kind) {
      case FlowKind::kCopy:
        PushList(in, op);
        Define(op);
        break;
      case FlowKind::kOffset:
        op.before = UnZigZag(in.Varint());
        op.stride = in.Varint();
        if (op.stride) op.extent = in.Varint(), op.after = UnZigZag(in.Varint());
        Push(in, op);
        PushList(in, op);
        Define(op);
        break;
      case FlowKind::kLoad:
        op.site = Access(in);
        Push(in, op);
        Define(op);
        break;
      case FlowKind::kStore:
      case FlowKind::kExchange:
        op.site = Access(in);
        Push(in, op);
        Push(in, op);
        if (op.kind == FlowKind::kExchange) Define(op);
        break;
      case FlowKind::kMove:
        op.site = Access(in);
        op.written = Access(in);
        op.extent = in.Varint();
        Push(in, op);
        Push(in, op);
        break;
      case FlowKind::kCall: Call(in, op); break;
      case FlowKind::kReturn:
      case FlowKind::kBranch: Push(in, op); break;
      default: in.Invalidate();
    }
    out_.ops.push_back(op);
  }

  void Call(Decoder& in, FlowOp& op) {
    op.site = Number(in, f_.calls.empty() ? 0 : f_.calls.size() - 1);
    if (f_.calls.empty()) in.Invalidate();
    const std::uint8_t flags = in.Byte();
    op.indirect = flags & 2;
    if (op.indirect) Push(in, op);
    for (std::uint64_t n = in.Varint(); n > 0 && in.ok(); --n) {
      const std::uint32_t access = Number(in, f_.accesses.empty() ? 0 : f_.accesses.size() - 1);
      if (f_.accesses.empty()) in.Invalidate();
      out_.library.push_back({static_cast<std::uint32_t>(out_.ops.size()), access, Number(in)});
    }
    PushList(in, op);
    if (flags & 1) Define(op);
  }

  const FunctionFacts& f_;
  Decoder in_;
  FunctionFlows out_;
  bool bad_ = false;
};

}  // namespace

Result<FunctionFlows> DecodeFlows(const FunctionFacts& function) { return FlowDecoder(function).Run(); }

}  // namespace reweave::inline facts
