#include "core/error/error_profile.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/check.h"
#include "core/error/banded_error.h"
#include "core/error/blt_error.h"
#include "core/error/blt_schedule_error.h"
#include "core/error/dense_error.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/error/mean_of_all_error.h"
#include "core/error/recursive_blt_error.h"
#include "core/error/series_error.h"
#include "core/error/toeplitz_error.h"
#include "core/error/tree_error.h"
#include "core/linalg/cascade_energy.h"

namespace noiseloom {
namespace {

constexpr Index kLeastPoints = 128;

std::vector<double> picked(const std::vector<double>& variances, const std::vector<Index>& steps) {
  std::vector<double> out;
  if (variances.empty()) return out;
  out.reserve(steps.size());
  for (const Index step : steps) out.push_back(variances[step]);
  return out;
}

// Rows of D are the starts of w reversed: v_i is the sum of the first i + 1 squares, which are all equal beyond the
// settling point.
std::vector<double> toeplitzVariances(const ToeplitzDecoder& decoder, const std::vector<Index>& steps) {
  const auto terms = std::ssize(decoder.w);
  std::vector<double> out;
  out.reserve(steps.size());
  double sum = 0;
  Index done = 0;
  for (const Index step : steps) {
    for (; done <= std::min(step, terms - 1); ++done) {
      const double w = decoder.w[done];
      sum += w * w;
    }
    out.push_back(sum + static_cast<double>(std::max<Index>(step + 1 - terms, 0)) * decoder.limit * decoder.limit);
  }
  return out;
}

void profileToeplitz(const ToeplitzStrategy& strategy, const Workload& workload, ErrorProfile& profile,
                     const RunControl& control) {
  const Index n = strategy.iterations();
  const ToeplitzDecoder decoder = toeplitzDecoder(strategy.coefficients(), workload, n, control);
  if (!decoder.valid) return;
  profile.variances = toeplitzVariances(decoder, profile.steps);
  if (strategy.scaling() == ColumnScaling::Normalized && strategy.bands() > 1) {
    const std::vector<double> tail = columnNormalizedTail(strategy, workload, decoder, control);
    if (tail.empty()) {
      profile.variances.clear();
      return;
    }
    const Index first = n - std::ssize(tail);
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
      if (profile.steps[i] >= first) profile.variances[i] = tail[profile.steps[i] - first];
    }
  }
  // Rows that end before the settling point are exact; after it, the smallest v has the largest relative error.
  const auto beyond = std::lower_bound(profile.steps.begin(), profile.steps.end(), std::ssize(decoder.w));
  if (beyond == profile.steps.end()) return;
  const auto from = profile.variances.begin() + (beyond - profile.steps.begin());
  profile.relativeErrorBound = closedTailErrorBound(decoder, *std::min_element(from, profile.variances.end()));
}

std::vector<double> bltVariances(const BltStrategy& strategy, const Workload& workload, const std::vector<Index>& steps,
                                 const RunControl& control) {
  if (!workload.isToeplitz()) {
    BltScheduleError error(workload, strategy.iterations());
    if (!error.forward(strategy.gaps(), strategy.inverseGaps(), control)) return {};
    return picked({error.variances().begin(), error.variances().end()}, steps);
  }
  const std::vector<double> zeros = strategy.gaps();
  const std::vector<double> poles = decoderPoleGaps(strategy.inverseGaps(), workload);
  std::vector<double> out;
  for (const Index step : steps) {
    if (control.stopRequested()) return {};
    out.push_back(decoderScale(workload) * cascadeEnergy(zeros, poles, step + 1, EnergyKind::Total));
  }
  return out;
}

// make(visit) visits all steps with their variances in order. Empty when it was stopped.
template <class BySteps>
std::vector<double> pickedBySteps(const std::vector<Index>& steps, const BySteps& make) {
  std::vector<double> out;
  const ErrorSummary whole = make([&](Index step, double variance) {
    if (out.size() < steps.size() && steps[out.size()] == step) out.push_back(variance);
  });
  return whole.valid ? out : std::vector<double>{};
}

std::vector<double> treeVariances(const TreeStrategy& strategy, const Workload& workload,
                                  const std::vector<Index>& steps, const RunControl& control) {
  std::vector<double> out;
  if (workload.name() == "prefix") {
    for (const Index step : steps) out.push_back(treePrefixVariance(strategy, step));
    return out;
  }
  return pickedBySteps(steps, [&](const auto& visit) { return treeErrorBySteps(strategy, workload, control, visit); });
}

std::vector<double> recursiveBltVariances(const RecursiveBltStrategy& strategy, const Workload& workload,
                                          const std::vector<Index>& steps, const RunControl& control) {
  std::vector<double> out;
  if (workload.name() == "prefix") {
    const RecursiveBltPrefix prefix(strategy);
    for (const Index step : steps) out.push_back(prefix.variance(step));
    return out;
  }
  return pickedBySteps(steps,
                       [&](const auto& visit) { return recursiveBltErrorBySteps(strategy, workload, control, visit); });
}

// By the closed form before the rescaled rows, step by step among them.
std::vector<double> scaledInverse(const InverseToeplitzStrategy& inverse, const Workload& workload,
                                  std::span<const Index> steps, const RunControl& control) {
  const auto g = inverse.noisingCoefficients();
  const Index scaled = firstScaledRow(inverse);
  const Index plain = !workload.isToeplitz() || scaled < std::ssize(g) ? 0 : scaled;
  const auto split = std::ranges::lower_bound(steps, plain);
  std::vector<double> variances;
  if (plain > 0) variances = inverseToeplitzVariancesAt(g, workload, {steps.begin(), split}, control);
  const std::vector<double> rest = inverseToeplitzVariancesFrom(inverse, workload, plain, control);
  if (rest.empty() && plain < inverse.iterations()) return {};
  for (const Index step : std::span(split, steps.end())) variances.push_back(rest[step - plain]);
  return variances;
}

}  // namespace

std::vector<Index> profileSteps(Index iterations, Index mostPoints) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("most_points", mostPoints, kLeastPoints, kNoLimit);
  std::vector<Index> steps;
  if (iterations <= mostPoints) {
    for (Index step = 0; step < iterations; ++step) steps.push_back(step);
    return steps;
  }
  const Index last = iterations - 1;
  std::set<Index> chosen{0, last};
  const auto room = [&] { return std::ssize(chosen) < mostPoints; };
  for (Index whole = 2; whole <= iterations / 2; whole *= 2) {
    chosen.insert(whole - 2);
    chosen.insert(whole - 1);
  }
  // A third of the remaining points each: even, dense towards the start, dense towards the end.
  const Index share = (mostPoints - std::ssize(chosen)) / 3;
  const double top = static_cast<double>(last);
  for (Index i = 1; i <= share; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(share + 1);
    const auto even = static_cast<Index>(std::floor(part * top));
    const auto distance = static_cast<Index>(std::floor(std::pow(top, part)));
    for (const Index step : {even, distance, last - distance}) {
      if (room()) chosen.insert(std::clamp<Index>(step, 0, last));
    }
  }
  steps.assign(chosen.begin(), chosen.end());
  return steps;
}

ErrorProfile errorProfile(const Strategy& strategy, const Workload& workload, Index mostPoints,
                          const RunControl& control) {
  const Index n = strategy.iterations();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  ErrorProfile profile;
  profile.steps = profileSteps(n, mostPoints);
  const auto& steps = profile.steps;
  const std::vector<double> ofMeans = MeanOfAllError::suits(workload) ? plainToeplitz(strategy) : std::vector<double>();
  // The cheapest route to the variances of the chosen steps that the strategy's kind and the workload allow. Of a
  // workload that is not rational only Toeplitz strategies have one of their own, beside the general series.
  const bool decoded = workload.isToeplitz() && (strategy.as<ToeplitzStrategy>() || strategy.isIdentity());
  if (!workload.isRational() && !decoded) {
    profile.variances = picked(seriesVariances(strategy, workload, control), steps);
  } else if (!ofMeans.empty()) {
    MeanOfAllError error(workload, n);
    if (error.forward(ofMeans, control))
      profile.variances = picked({error.variances().begin(), error.variances().end()}, steps);
    profile.relativeErrorBound = error.relativeErrorBound();
  } else if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    profile.variances =
        inverse->scaling() == ColumnScaling::Normalized ? scaledInverse(*inverse, workload, steps, control)
        : workload.isToeplitz()
            ? inverseToeplitzVariancesAt(inverse->noisingCoefficients(), workload, steps, control)
            : picked(inverseToeplitzVariances(inverse->noisingCoefficients(), workload, n, control), steps);
  } else if (const auto* dense = strategy.as<DenseStrategy>()) {
    profile.variances = picked(denseRowVariances(*dense, workload, control), steps);
  } else if (const auto* blt = strategy.as<BltStrategy>()) {
    profile.variances = bltVariances(*blt, workload, steps, control);
  } else if (const auto* tree = strategy.as<TreeStrategy>()) {
    profile.variances = treeVariances(*tree, workload, steps, control);
  } else if (const auto* recursive = strategy.as<RecursiveBltStrategy>()) {
    profile.variances = recursiveBltVariances(*recursive, workload, steps, control);
  } else if (const auto* toeplitz = strategy.as<ToeplitzStrategy>(); toeplitz && workload.isToeplitz()) {
    profileToeplitz(*toeplitz, workload, profile, control);
  } else if (strategy.isIdentity() && workload.isToeplitz()) {
    profileToeplitz(ToeplitzStrategy(n, {1.0}), workload, profile, control);
  } else {
    profile.variances = picked(bandedVariances(strategy, workload, control), steps);
  }
  profile.valid =
      profile.variances.size() == steps.size() && std::all_of(profile.variances.begin(), profile.variances.end(),
                                                              [](double v) { return v > 0 && std::isfinite(v); });
  return profile;
}

}  // namespace noiseloom
