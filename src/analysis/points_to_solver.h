// Inside of points_to.h: turns a program's flows into constraints and resolves its calls while they are solved.
//
// A function of the library has one instance for each call from the user's code that leads to it, however deep; all its nodes and
// what it allocates are that instance's own. So has a function of the user that gives fresh memory. Everything else has one
// instance.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/class_hierarchy.h"
#include "analysis/constraint_graph.h"
#include "analysis/external_calls.h"
#include "analysis/points_to.h"

namespace reweave::inline analysis {

class ByDeclaration;

class PointsTo::Solver {
 public:
  using Node = ConstraintGraph::Node;

  explicit Solver(const FlowProgram& program);

  bool IsSmallBuffer(Node cell) const;
  std::vector<Cell> Targets(std::uint32_t function, FlowOperand operand) const;
  const CallTargets& calls(std::uint32_t f, std::uint32_t call) const { return targets_[f][call]; }
  const std::vector<Callback>& callbacks(std::uint32_t f, std::uint32_t call) const;

  ConstraintGraph graph;
  std::vector<MemoryObject> objects;
  std::vector<bool> shared;

 private:
  static constexpr std::uint32_t kNoReceiver = ~0u;
  // Watches: calls of pending_, filters_, objects_, receivers_.
  static constexpr std::uint32_t kFilters = 1u << 29, kObjects = 1u << 30, kReceivers = 1u << 31;

  struct Instance {
    std::uint32_t function = 0, context = 0;
    Node values = 0, roots = 0, returns = 0;  // first node of each
  };
  // A call whose callee is a value.
  struct Pending {
    std::uint32_t instance = 0, call = 0;
    std::string signature = {};  // "": any
    std::vector<Node> arguments = {};
    Node result = ConstraintGraph::kNone;
    bool spawn = false;
    std::uint32_t receiver = kNoReceiver;  // of a virtual call: the argument whose table was asked
    std::int64_t slot = 0;  // where in the table
    std::vector<Node> loaded_from = {};  // addresses of the loads that the object (else the callee) comes from; {}: others too
  };
  // A parameter of a class type is given objects of that class only: containers and callers mix those of one base.
  struct Filter {
    Node to;
    const std::unordered_set<std::string>* classes;
  };
  struct ObjectClasses {
    Node cell = ConstraintGraph::kNone;
    std::vector<const std::string*> classes;  // whose tables it has had
    bool any = false;  // one of them is not known
    std::vector<std::uint32_t> waiting;  // filters
    bool Fits(const Filter& filter) const;
  };
  using Makers = std::vector<const FlowOp*>;  // by value: the operation that makes it

  static std::uint64_t Key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
  const FunctionFacts& facts(std::uint32_t instance) const { return program_.functions()[instances_[instance].function]; }
  Node NodeOf(const Instance& instance, FlowOperand operand) const;

  std::uint32_t Object(MemoryObject object);
  std::uint32_t Named(MemoryObject::Kind kind, const std::string& name) { return Named(kind, name, kind); }
  std::uint32_t Named(MemoryObject::Kind key, const std::string& name, MemoryObject::Kind kind);
  std::uint32_t Global(const std::string& name, bool constant);
  Node Target(const FlowRootFacts& root);
  Node Text();
  void Tables();
  void Main();
  void FindShared();
  std::vector<bool> ReachedFrom(const std::vector<Node>& nodes, bool globals) const;  // objects

  std::uint32_t InstanceOf(std::uint32_t function, std::uint32_t context);
  bool HasContext(std::uint32_t function) const { return program_.functions()[function].system() || allocators_[function]; }
  std::uint32_t ContextOf(std::uint32_t instance, std::uint32_t call, std::uint32_t to);
  void Build();  // what instances that are new say
  void Function(std::uint32_t instance);
  void Op(std::uint32_t instance, const FunctionFlows& flows, const FlowOp& op, const Makers& makers);

  // points_to_calls.cc
  void Call(std::uint32_t instance, const FunctionFlows& flows, const FlowOp& op, const Makers& makers);
  static void FindReceiver(const FunctionFlows& flows, const FlowOp& op, const Makers& makers, Pending& call);
  void FindLoads(const Instance& instance, const FunctionFlows& flows, FlowOperand value, const Makers& makers,
                 Pending& call) const;
  bool OnlyNull(const Pending& call, const std::vector<bool>& exposed) const;
  void Indirect(Node callee, Pending call);
  std::uint32_t Connect(std::uint32_t from, std::uint32_t call, std::uint32_t to, const std::vector<Node>& arguments, Node result,
                        bool spawn);
  void Arrived(std::uint32_t watch, Node cell);
  void Received(std::uint32_t watch, Node cell);
  Node EntryOf(std::uint32_t instance, std::uint32_t parameter);
  void ReachedFilter(std::uint32_t filter, Node cell);
  void FoundTable(std::uint32_t object, Node table);
  Node LoadOf(Node address);
  void Once(std::uint32_t number, const FunctionFlows& flows, std::uint32_t call);
  void External(std::uint32_t instance, std::uint32_t number, const CallSite& site, const std::vector<Node>& arguments,
                Node result);
  void Links(const std::vector<Node>& arguments, Node result);
  void Spawn(std::uint32_t instance, std::uint32_t number, const CallSite& site, const ExternalModel& model,
             const std::vector<Node>& arguments);
  bool Guess(const ByDeclaration& guess);
  void SortTargets();

  const FlowProgram& program_;
  std::deque<Instance> instances_;
  std::vector<std::vector<std::uint32_t>> instances_of_;  // by function
  std::unordered_map<std::uint64_t, std::uint32_t> instance_by_;  // function, context
  std::unordered_map<std::uint64_t, std::uint32_t> context_by_;  // function, call
  std::vector<std::uint32_t> unbuilt_;
  std::vector<std::vector<Callback>> callbacks_;  // by context
  std::vector<std::uint32_t> returned_;  // by function: the argument it gives back
  std::vector<bool> allocators_;  // by function: gives fresh memory
  std::vector<std::vector<CallTargets>> targets_;
  std::map<std::pair<MemoryObject::Kind, std::string>, std::uint32_t> named_;
  std::deque<Pending> pending_;
  std::unordered_map<std::uint64_t, std::uint32_t> connected_;  // watch, function: its instance
  std::vector<std::pair<std::uint32_t, Node>> receivers_;  // virtual call, object
  std::unordered_set<std::uint64_t> received_;
  std::map<std::pair<Node, std::int64_t>, Node> tables_;  // object, slot: the functions that its table has there
  std::unordered_map<std::uint32_t, std::vector<Node>> foreign_;  // by virtual call: objects whose table nobody knows
  ClassHierarchy classes_;
  std::vector<std::optional<std::vector<std::string>>> parameter_classes_;  // by function, once asked
  std::unordered_map<std::uint64_t, Node> entries_;  // instance, parameter: what is given, before the filter
  std::vector<Filter> filters_;
  std::deque<ObjectClasses> object_classes_;
  std::unordered_map<Node, std::uint32_t> classes_of_;  // place: index of object_classes_
  std::vector<Node> given_;  // to new threads
  std::vector<Node> exposed_;  // to code outside the program that may do anything with it
  Node text_ = ConstraintGraph::kNone;
};

}  // namespace reweave::inline analysis
