#include "ui/lessons/lesson_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/design/cost.h"
#include "ui/document/batch_link.h"
#include "ui/document/claim_state.h"

namespace noiseloom {
namespace {

double number(Index value) {
  return static_cast<double>(value);
}

template <class Source>
struct Member {
  std::string_view name;
  std::optional<double> (*value)(const Source&);
};

using OfDesign = Member<Design>;

// In alphabetical order.
constexpr std::array kDesignMembers{
    OfDesign{"batchSize", [](const Design& d) { return batchSizeOf(d.scenario); }},
    OfDesign{"bands", [](const Design& d) -> std::optional<double> { return number(d.bands); }},
    // 1 where the claim can be made for the job as described, 0 where an assumption is violated.
    OfDesign{"claimed", [](const Design& d) -> std::optional<double> { return claimStateOf(d).critical ? 0 : 1; }},
    OfDesign{"coefficient1",
             [](const Design& d) -> std::optional<double> {
               return d.strategy.rows() > 1 && d.strategy.rows() == d.strategy.iterations()
                          ? std::optional(d.strategy.entry(1, 0) / d.strategy.entry(0, 0))
                          : std::nullopt;
             }},
    OfDesign{"compositions",
             [](const Design& d) -> std::optional<double> {
               const auto compositions = samplingOf(d.scenario, d.bands).compositions;
               return compositions ? std::optional(number(*compositions)) : std::nullopt;
             }},
    OfDesign{"delta", [](const Design& d) -> std::optional<double> { return d.scenario.delta; }},
    OfDesign{"dpSgdRmse", [](const Design& d) -> std::optional<double> { return d.dpSgdRmse; }},
    OfDesign{"epochs", [](const Design& d) -> std::optional<double> { return number(d.scenario.epochs); }},
    OfDesign{"epsilon", [](const Design& d) -> std::optional<double> { return d.scenario.epsilon; }},
    // How much smaller the error is than that of independent noise, in percent.
    OfDesign{"gain", [](const Design& d) -> std::optional<double> { return 100 * (1 - d.rmse / d.dpSgdRmse); }},
    OfDesign{"inverse1",
             [](const Design& d) -> std::optional<double> {
               return d.strategy.rows() > 1 && d.strategy.rows() == d.strategy.iterations()
                          ? std::optional(d.strategy.inverseEntry(1, 0) / d.strategy.inverseEntry(0, 0))
                          : std::nullopt;
             }},
    OfDesign{"iterations", [](const Design& d) -> std::optional<double> { return number(d.scenario.iterations); }},
    OfDesign{"lastError", [](const Design& d) -> std::optional<double> { return d.lastError; }},
    OfDesign{"lowerBound",
             [](const Design& d) -> std::optional<double> {
               return d.lowerBound > 0 ? std::optional(d.lowerBound) : std::nullopt;
             }},
    OfDesign{"maxError", [](const Design& d) -> std::optional<double> { return d.maxError; }},
    OfDesign{"memoryGB",
             [](const Design& d) -> std::optional<double> {
               return noiseMemoryOf(d.strategy.noiseRows(), d.scenario.deployment).perMachine / 1e9;
             }},
    OfDesign{"mostBands", [](const Design& d) -> std::optional<double> { return number(d.scenario.mostBands()); }},
    OfDesign{"noiseRows", [](const Design& d) -> std::optional<double> { return number(d.strategy.noiseRows()); }},
    OfDesign{"rmse", [](const Design& d) -> std::optional<double> { return d.rmse; }},
    OfDesign{"samplingPercent",
             [](const Design& d) -> std::optional<double> {
               const auto probability = samplingOf(d.scenario, d.bands).probability;
               return probability ? std::optional(100 * *probability) : std::nullopt;
             }},
    OfDesign{"sensitivity", [](const Design& d) -> std::optional<double> { return d.sensitivity.value; }},
    OfDesign{"separation",
             [](const Design& d) -> std::optional<double> { return number(d.scenario.effectiveMinSeparation()); }},
    OfDesign{"sigma", [](const Design& d) -> std::optional<double> { return d.noiseMultiplier.value; }},
    OfDesign{"stddev", [](const Design& d) -> std::optional<double> { return d.stddev; }},
    OfDesign{"stepsPerEpoch",
             [](const Design& d) -> std::optional<double> { return number(d.scenario.stepsPerEpoch()); }},
};

using Sweep = std::vector<BandPoint>;
using OfSweep = Member<Sweep>;

constexpr std::array kSweepMembers{
    OfSweep{"best",
            [](const Sweep& s) -> std::optional<double> {
              return number(std::ranges::min_element(s, {}, &BandPoint::rmse)->bands);
            }},
    OfSweep{"bestRmse",
            [](const Sweep& s) -> std::optional<double> {
              return std::ranges::min_element(s, {}, &BandPoint::rmse)->rmse;
            }},
    OfSweep{"most", [](const Sweep& s) -> std::optional<double> { return number(s.back().bands); }},
    OfSweep{"rmseAtMost", [](const Sweep& s) -> std::optional<double> { return s.back().rmse; }},
    OfSweep{"rmseAtOne",
            [](const Sweep& s) -> std::optional<double> {
              return s.front().bands == 1 ? std::optional(s.front().rmse) : std::nullopt;
            }},
};

template <class Members, class Source>
std::optional<double> valueIn(const Members& members, const Source& source, std::string_view name) {
  const auto found = std::ranges::find(members, name, [](const auto& member) { return member.name; });
  if (found == members.end()) return std::nullopt;
  const std::optional<double> value = found->value(source);
  return value && std::isfinite(*value) ? value : std::nullopt;
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
