#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/accounting/fourier/characteristic_function.h"
#include "core/accounting/losses/loss_transform.h"
#include "core/accounting/losses/subsampled_gaussian.h"

namespace noiseloom {

/// One part of one step, as atom_free_accountant.h cuts it: nodes of the trapezoid rule in the outcome x, with the
/// losses' excesses above the least one and the logarithms of the Q-weights.
class StepPart {
 public:
  /// logShare(x): log of the share of Q that belongs to this part. Without nodes where there would be far too many.
  template <class LogShare>
  StepPart(const SubsampledGaussian& step, double spacing, double from, double to, LogShare logShare) {
    const double nodes = std::max(2.0, std::ceil((to - from) / spacing));
    if (!(nodes <= kMostNodes)) return;
    const auto count = static_cast<std::size_t>(nodes);
    const double logScale = std::log(spacing / (step.sigma * std::sqrt(2 * std::numbers::pi)));
    const double logOdds = std::log(step.q) - std::log1p(-step.q);
    m_excesses.reserve(count);
    m_logWeights.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double x = from + (static_cast<double>(i) + 0.5) * spacing;
      const double odds = step.ratio(x) + logOdds;
      m_excesses.push_back(odds > 40 ? odds : std::log1p(std::exp(odds)));
      m_logWeights.push_back(logScale - 0.5 * (x / step.sigma) * (x / step.sigma) + logShare(x));
    }
  }

  bool empty() const noexcept { return m_excesses.empty(); }

  TiltedMoments moments(double z) const {
    const double most = mostExponent(z);
    double sum = 0, first = 0, second = 0;
    for (std::size_t i = 0; i < m_excesses.size(); ++i) {
      const double exponent = exponentAt(i, z) - most;
      if (exponent < -45) continue;
      const double weight = std::exp(exponent);
      sum += weight;
      first += weight * m_excesses[i];
      second += weight * m_excesses[i] * m_excesses[i];
    }
    const double mean = first / sum;
    return {most + std::log(sum), mean, std::max(0.0, second / sum - mean * mean)};
  }

  double logTransform(double z) const {
    const double most = mostExponent(z);
    double sum = 0;
    for (std::size_t i = 0; i < m_excesses.size(); ++i) {
      const double exponent = exponentAt(i, z) - most;
      if (exponent > -40) sum += std::exp(exponent);
    }
    return most + std::log(sum);
  }

  /// The weights e^{zL}, divided by e^{logScale}.
  CharacteristicFunction characteristic(double z, double logScale, double frequencyStep) const {
    std::vector<double> weights(m_excesses.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::exp(exponentAt(i, z) - logScale);
    return {m_excesses, weights, frequencyStep, 0};
  }

 private:
  static constexpr double kMostNodes = 1 << 20;

  double exponentAt(std::size_t i, double z) const { return m_logWeights[i] + z * m_excesses[i]; }
  double mostExponent(double z) const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_excesses.size(); ++i) most = std::max(most, exponentAt(i, z));
    return most;
  }

  std::vector<double> m_excesses, m_logWeights;
};

/// A step cut in three. A, B and C take over from each other smoothly: like a Gaussian distribution function of a small
/// width around each cut.
class SplitStep {
 public:
  explicit SplitStep(const SubsampledGaussian& step)
      : m_step(step), m_width(std::min(0.15 * step.sigma * step.sigma, 0.3 * step.sigma)) {}

  void cutA(double x) { m_cutA = x; }
  void cutC(double x) { m_cutC = x; }
  double startOfC() const noexcept { return m_cutC; }
  double width() const noexcept { return m_width; }

  /// The whole step, for real z <= 0.
  StepPart whole() const {
    return {m_step, spacing(0, 1), -kTail * m_step.sigma, 1 + kTail * m_step.sigma, [](double) { return 0.0; }};
  }
  /// Nodes that resolve e^{iuL} for |u| <= mostFrequency. A, whose losses vary little, needs few.
  StepPart partA(double mostFrequency) const {
    const double to = m_cutA + kCutReach * m_width;
    return {m_step, spacing(mostFrequency, to), std::min(-kTail * m_step.sigma, to - m_step.sigma), to,
            [&](double x) { return logOf(shareBelow(m_cutA, x)); }};
  }
  StepPart partB(double mostFrequency) const {
    const double to = m_cutC + kCutReach * m_width, middle = 0.5 * (m_cutA + m_cutC);
    return {m_step, spacing(mostFrequency, to), m_cutA - kCutReach * m_width, to, [&](double x) {
              return logOf(x < middle ? shareBelow(-m_cutA, -x) - shareBelow(-m_cutC, -x)
                                      : shareBelow(m_cutC, x) - shareBelow(m_cutA, x));
            }};
  }
  StepPart partC() const {
    const double from = m_cutC - kCutReach * m_width;
    return {m_step, spacing(0, m_cutC), from, std::max(1.0, m_cutC) + kTail * m_step.sigma,
            [&](double x) { return logOf(shareBelow(-m_cutC, -x)); }};
  }

 private:
  static constexpr double kCutReach = 8, kTail = 9;

  double shareBelow(double cut, double x) const { return 0.5 * std::erfc((x - cut) / (std::numbers::sqrt2 * m_width)); }
  static double logOf(double share) { return share > 0 ? std::log(share) : -1e4; }
  /// The spacing of nodes up to `to`, where the loss is steepest.
  double spacing(double mostFrequency, double to) const {
    const double s = m_step.sigma, odds = m_step.ratio(to) + std::log(m_step.q) - std::log1p(-m_step.q);
    const double steepest = 1 / (s * s * (1 + std::exp(-odds)));
    return std::min({s / 2.5, s * s / 2, m_width / 1.3, 2 * std::numbers::pi / (mostFrequency * steepest + 14 / s)});
  }

  SubsampledGaussian m_step;
  double m_width;
  double m_cutA = 0;
  double m_cutC = 0;
};

}  // namespace noiseloom
