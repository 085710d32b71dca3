#include "core/explore/solve_for_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noiseloom {
namespace {

constexpr double kLeastEpsilon = 0.01;
constexpr double kMostEpsilon = 100;
constexpr Index kMostIterations = 1'000'000;
constexpr Index kDecade = 9000;  // values of four digits in a decade

// Values of four digits by position: 0 is 1.000, 9000 is 10.00, -9000 is 0.1000.
double fourDigits(Index position) {
  const Index decade = position >= 0 ? position / kDecade : -((-position + kDecade - 1) / kDecade);
  const double mantissa = static_cast<double>(1000 + position - decade * kDecade);
  const double power = std::pow(10.0, std::abs(static_cast<double>(decade - 3)));
  return decade >= 3 ? mantissa * power : mantissa / power;  // divided: the double nearest to the decimal
}

Index positionOf(double value) {
  const double decade = std::floor(std::log10(value) + 1e-12);
  return static_cast<Index>(decade) * kDecade + std::llround(value / std::pow(10.0, decade - 3)) - 1000;
}

Index clampTo(Index value, Index a, Index b) {
  return std::clamp(value, std::min(a, b), std::max(a, b));
}

// Every integer to 10^4, then those of four digits.
Index iterationsAt(Index position) {
  return position <= 10'000 ? position : static_cast<Index>(std::llround(fourDigits(position - 10'000 + 4 * kDecade)));
}

}  // namespace

double withinSearchedEpsilons(double epsilon) {
  return epsilon > 0 ? std::clamp(epsilon, kLeastEpsilon, kMostEpsilon) : 1;
}

SolveLine epsilonLine(const Scenario& scenario) {
  SolveLine line;
  // Positions are negated so that they grow towards smaller epsilons.
  line.first = -positionOf(kMostEpsilon);
  line.last = -positionOf(kLeastEpsilon);
  line.start = -positionOf(withinSearchedEpsilons(scenario.epsilon));
  line.value = [](Index at) { return fourDigits(-at); };
  line.scenario = [scenario](Index at) {
    Scenario other = scenario;
    other.epsilon = fourDigits(-at);
    return other;
  };
  return line;
}

SolveLine epochsLine(const Scenario& scenario) {
  SolveLine line;
  line.first = 1;
  line.last = scenario.iterations;
  line.start = std::clamp<Index>(scenario.effectiveParticipations(), 1, scenario.iterations);
  line.value = [](Index at) { return static_cast<double>(at); };
  line.scenario = [scenario](Index at) {
    Scenario other = scenario;
    other.epochs = static_cast<double>(at);
    return other;
  };
  return line;
}

SolveLine iterationsLine(const Scenario& scenario, const SolveTarget& target) {
  SolveLine line;
  const auto place = [](Index n) {
    return n <= 10'000 ? n : positionOf(static_cast<double>(n)) - 4 * kDecade + 10'000;
  };
  const Index bands = scenario.usesBands() ? scenario.bands.value_or(1) : 1;
  const auto epochs = static_cast<Index>(std::ceil(scenario.epochs));
  const Index least = std::max<Index>({epochs, scenario.batching->banded ? bands * epochs : bands, 1});
  line.first = place(least);
  line.last = place(std::max(kMostIterations, least));
  line.start = clampTo(place(std::max<Index>(scenario.iterations, 1)), line.first, line.last);
  double sign = 1;
  if (target.quantity == TargetQuantity::Improvement) {
    // An improvement is easier to reach over more iterations.
    sign = -1;
    std::swap(line.first, line.last);
    line.first = -line.first;
    line.last = -line.last;
    line.start = -line.start;
  }
  const auto n = [sign](Index at) { return iterationsAt(sign < 0 ? -at : at); };
  line.value = [n](Index at) { return static_cast<double>(n(at)); };
  line.scenario = [scenario, n](Index at) { return scenario.withIterations(n(at)); };
  return line;
}

}  // namespace noiseloom
