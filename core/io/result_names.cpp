#include "core/io/result_names.h"

#include <initializer_list>

namespace noiseloom {
namespace {

template <class Value>
std::optional<Value> named(std::string_view name, std::initializer_list<Value> values) {
  for (const Value value : values) {
    if (toString(value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Termination> terminationFromName(std::string_view name) {
  using enum Termination;
  return named(name, {NotRun, Converged, IterationLimit, Stopped, LineSearchFailed, InvalidInput});
}

std::optional<BoundKind> boundKindFromName(std::string_view name) {
  return named(name, {BoundKind::Exact, BoundKind::UpperBound});
}

std::string_view toString(TreeEstimate estimate) {
  return estimate == TreeEstimate::FromBelow ? "from-below" : "own-node";
}

std::optional<TreeEstimate> treeEstimateFromName(std::string_view name) {
  return named(name, {TreeEstimate::FromBelow, TreeEstimate::OwnNode});
}

std::string_view toString(BallsInBinsMethod method) {
  switch (method) {
    case BallsInBinsMethod::MonteCarlo: return "monte-carlo";
    case BallsInBinsMethod::Deterministic: return "deterministic";
    case BallsInBinsMethod::Unamplified: return "unamplified";
  }
  return "unknown";
}

std::optional<BallsInBinsMethod> ballsInBinsMethodFromName(std::string_view name) {
  using enum BallsInBinsMethod;
  return named(name, {MonteCarlo, Deterministic, Unamplified});
}

}  // namespace noiseloom
