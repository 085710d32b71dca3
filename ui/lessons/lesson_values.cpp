#include "ui/lessons/lesson_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/baseline_error.h"
#include "core/design/cost.h"
#include "core/scenario/batch_size.h"
#include "ui/document/claim_state.h"

namespace noiseloom {
namespace {

/// The value of a member that has none.
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double number(Index value) {
  return static_cast<double>(value);
}

template <class Value>
double orNone(const std::optional<Value>& value) {
  return value ? static_cast<double>(*value) : kNone;
}

bool isSquare(const Strategy& strategy) {
  return strategy.rows() > 1 && strategy.rows() == strategy.iterations();
}

template <class Source>
struct Member {
  std::string_view name;
  double (*value)(const Source&);
};

// In alphabetical order.
constexpr Member<Design> kDesignMembers[] = {
    {"batchSize", [](const Design& d) { return orNone(batchSizeOf(d.scenario)); }},
    {"bands", [](const Design& d) { return number(d.bands); }},
    // 1 if the claim can be made for the job as described, 0 if an assumption is violated.
    {"claimed", [](const Design& d) { return claimStateOf(d).critical ? 0.0 : 1.0; }},
    {"coefficient1",
     [](const Design& d) { return isSquare(d.strategy) ? d.strategy.entry(1, 0) / d.strategy.entry(0, 0) : kNone; }},
    {"compositions", [](const Design& d) { return orNone(samplingOf(d.scenario, d.bands).compositions); }},
    {"delta", [](const Design& d) { return d.scenario.delta; }},
    {"dpSgdRmse", [](const Design& d) { return d.dpSgdRmse; }},
    {"epochs", [](const Design& d) { return d.scenario.epochs; }},
    {"epsilon", [](const Design& d) { return d.scenario.epsilon; }},
    // How far the error is below that of independent noise, in percent.
    {"gain", [](const Design& d) { return 100 * gainOverBaseline(d); }},
    {"inverse1",
     [](const Design& d) {
       return isSquare(d.strategy) ? d.strategy.inverseEntry(1, 0) / d.strategy.inverseEntry(0, 0) : kNone;
     }},
    {"iterations", [](const Design& d) { return number(d.scenario.iterations); }},
    {"lastError", [](const Design& d) { return d.error.last; }},
    {"lowerBound", [](const Design& d) { return d.lowerBound > 0 ? d.lowerBound : kNone; }},
    {"maxError", [](const Design& d) { return d.error.max; }},
    {"memoryGB",
     [](const Design& d) { return noiseMemoryOf(d.strategy.noiseRows(), d.scenario.deployment).perMachine / 1e9; }},
    {"mostBands", [](const Design& d) { return number(d.scenario.mostBands()); }},
    {"noiseRows", [](const Design& d) { return number(d.strategy.noiseRows()); }},
    // The error of the scenario's objective.
    {"objectiveError", [](const Design& d) { return d.objectiveError(); }},
    {"rmse", [](const Design& d) { return d.error.mean; }},
    {"samplingPercent", [](const Design& d) { return 100 * orNone(samplingOf(d.scenario, d.bands).probability); }},
    {"sensitivity", [](const Design& d) { return d.sensitivity.value; }},
    {"separation", [](const Design& d) { return number(d.scenario.effectiveMinSeparation()); }},
    {"sigma", [](const Design& d) { return d.noiseMultiplier.value; }},
    {"stddev", [](const Design& d) { return d.stddev; }},
    {"stepsPerEpoch", [](const Design& d) { return number(d.scenario.stepsPerEpoch()); }},
};

using Sweep = std::vector<BandPoint>;

const BandPoint& best(const Sweep& sweep) {
  return *std::ranges::min_element(sweep, {}, [](const BandPoint& point) { return point.error.mean; });
}

constexpr Member<Sweep> kSweepMembers[] = {
    {"best", [](const Sweep& s) { return number(best(s).bands); }},
    {"bestRmse", [](const Sweep& s) { return best(s).error.mean; }},
    {"most", [](const Sweep& s) { return number(s.back().bands); }},
    {"rmseAtMost", [](const Sweep& s) { return s.back().error.mean; }},
    {"rmseAtOne", [](const Sweep& s) { return s.front().bands == 1 ? s.front().error.mean : kNone; }},
};

template <class Members, class Source>
std::optional<double> valueIn(const Members& members, const Source& source, std::string_view name) {
  const auto found = std::ranges::find(members, name, [](const auto& member) { return member.name; });
  if (found == std::end(members)) return std::nullopt;
  const double value = found->value(source);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class Members>
std::vector<std::string_view> namesOf(const Members& members) {
  std::vector<std::string_view> names;
  for (const auto& member : members) names.push_back(member.name);
  return names;
}

}  // namespace

std::optional<double> designValue(const Design& design, std::string_view member) {
  return valueIn(kDesignMembers, design, member);
}

const std::vector<std::string_view>& designMembers() {
  static const std::vector<std::string_view> names = namesOf(kDesignMembers);
  return names;
}

std::optional<double> sweepValue(const std::vector<BandPoint>& sweep, std::string_view member) {
  if (sweep.empty()) return std::nullopt;
  return valueIn(kSweepMembers, sweep, member);
}

const std::vector<std::string_view>& sweepMembers() {
  static const std::vector<std::string_view> names = namesOf(kSweepMembers);
  return names;
}

}  // namespace noiseloom
