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

std::string_view toString(SampledMethod method) {
  switch (method) {
    case SampledMethod::MonteCarlo: return "monte-carlo";
    case SampledMethod::Deterministic: return "deterministic";
    case SampledMethod::Composition: return "composition";
    case SampledMethod::MomentBound: return "moment-bound";
    case SampledMethod::Unamplified: return "unamplified";
  }
  return "unknown";
}

std::optional<SampledMethod> sampledMethodFromName(std::string_view name) {
  using enum SampledMethod;
  return named(name, {MonteCarlo, Deterministic, Composition, MomentBound, Unamplified});
}

}  // namespace noiseloom
