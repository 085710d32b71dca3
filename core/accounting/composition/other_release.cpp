#include "core/accounting/composition/other_release.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/expression.h"

namespace noiseloom {
namespace {

using Kind = OtherRelease::Kind;
using Profile = ProfileComposition::Profile;

struct Name {
  Kind kind;
  std::string_view name;
  double least, most;  // of the parameter
};

// Laplace noise of a 700th has an epsilon beyond what is composed; sums over integers are quick up to 1000.
constexpr std::array<Name, 5> kNames{{{Kind::Dp, "dp", 0, ProfileComposition::kMostEpsilon},
                                      {Kind::Laplace, "laplace", 1 / ProfileComposition::kMostEpsilon, 1e12},
                                      {Kind::Gaussian, "gaussian", 1e-2, 1e12},
                                      {Kind::DiscreteGaussian, "discrete-gaussian", 0.1, 1000},
                                      {Kind::Zcdp, "zcdp", 1e-15, 100}}};
constexpr double kMostTimes = 1e6;
// Beyond so many standard deviations nothing is left in double precision.
constexpr double kReach = 40;

const Name& nameOf(Kind kind) {
  return *std::ranges::find(kNames, kind, &Name::kind);
}

[[noreturn]] void refuse(std::string_view text, Text allowed) {
  throw InvalidArgument("release", std::string(text), std::move(allowed));
}

double numberIn(std::string_view text, std::string_view whole) {
  const ExpressionResult read = evaluateExpression(text);
  if (!read) refuse(whole, {Core::tr("numbers such as 2 or 1e-6 (%1)"), read.error});
  return *read.value;
}

void check(std::string_view text, double value, double least, double most) {
  if (!(value >= least && value <= most))
    refuse(text, {Core::tr("a number from %1 to %2 in place of %3"), least, most, value});
}

// P[Y = y] for all y up to kReach sigma either way, normalised.
std::vector<double> discreteGaussian(double sigma) {
  const auto reach = static_cast<Index>(std::ceil(kReach * sigma)) + 1;
  std::vector<double> masses;
  double sum = 0;
  for (Index y = -reach; y <= reach; ++y) {
    const double z = static_cast<double>(y) / sigma;
    masses.push_back(std::exp(-z * z / 2));
    sum += masses.back();
  }
  for (double& mass : masses) mass /= sum;
  return masses;
}

// The losses are (2 y + 1) / (2 sigma^2) for integers y, of which those above epsilon count (discrete-gaussian, theorem
// 7): delta is the sum of P[Y = y] (1 - e^(epsilon - loss)). A profile bends at its losses alone.
Profile discreteGaussianProfile(double sigma, double beyond) {
  const std::vector<double> masses = discreteGaussian(sigma);
  const auto zero = std::ssize(masses) / 2;
  const auto lossOf = [&](Index y) { return static_cast<double>(2 * y + 1) / (2 * sigma * sigma); };
  const auto deltaAt = [&](double epsilon) {
    double delta = 0;
    for (Index y = std::ssize(masses) - 1 - zero; y >= 0 && lossOf(y) > epsilon; --y)
      delta -= masses[zero + y] * std::expm1(epsilon - lossOf(y));
    return std::min(1.0, delta * kAboveRounding);
  };
  const double last = std::min(ProfileComposition::kMostEpsilon, zcdpEpsilon(1 / (2 * sigma * sigma), beyond));
  if (lossOf(512) < last) return evenProfile(last, deltaAt);
  Profile profile{{0, deltaAt(0)}};
  for (Index y = 0; lossOf(y) <= last; ++y) profile.emplace_back(lossOf(y), deltaAt(lossOf(y)));
  profile.emplace_back(last, deltaAt(last));
  return profile;
}

}  // namespace

OtherRelease otherReleaseFromText(std::string_view text) {
  OtherRelease release;
  std::string_view rest = text;
  if (const auto digits = rest.find_first_not_of("0123456789");
      digits != 0 && digits < rest.size() && rest[digits] == 'x') {
    const double times = numberIn(rest.substr(0, digits), text);
    check(text, times, 1, kMostTimes);
    release.times = static_cast<Index>(times);
    rest.remove_prefix(digits + 1);
  }
  const auto colon = std::min(rest.find(':'), rest.size());
  const auto named = std::ranges::find(kNames, rest.substr(0, colon), &Name::name);
  if (named == kNames.end() || colon == rest.size()) {
    refuse(text,
           Core::tr("dp:EPS, dp:EPS:DELTA, laplace:SCALE, gaussian:SIGMA, discrete-gaussian:SIGMA or zcdp:RHO, with "
                    "3x before it for three of them"));
  }
  release.kind = named->kind;
  rest.remove_prefix(colon + 1);
  if (const auto second = rest.find(':'); release.kind == Kind::Dp && second != std::string_view::npos) {
    release.delta = numberIn(rest.substr(second + 1), text);
    check(text, release.delta, 0, 1);
    rest = rest.substr(0, second);
  }
  release.parameter = numberIn(rest, text);
  check(text, release.parameter, named->least, named->most);
  return release;
}

std::string toString(const OtherRelease& release) {
  std::string text = release.times == 1 ? "" : std::to_string(release.times) + "x";
  text += std::string(nameOf(release.kind).name) + ":" + shortest(release.parameter);
  return release.delta > 0 ? text + ":" + shortest(release.delta) : text;
}

Profile profileOf(const OtherRelease& release, double beyond) {
  switch (release.kind) {
    case Kind::Laplace: {
      const double last = 1 / release.parameter;
      return evenProfile(last, [last](double epsilon) { return -std::expm1((epsilon - last) / 2) * kAboveRounding; });
    }
    case Kind::DiscreteGaussian: return discreteGaussianProfile(release.parameter, beyond);
    default: return {{release.parameter, release.delta}};
  }
}

}  // namespace noiseloom
