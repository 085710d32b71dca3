#pragma once

#include <optional>
#include <vector>

#include "core/linalg/real_fft.h"
#include "core/monte_carlo/strategy_noise.h"
#include "core/participation_mixture/equivalent_root.h"
#include "core/participation_mixture/pair_moment.h"
#include "core/participation_mixture/period_lattice.h"

namespace noiseloom {

/// StrategyNoise by the equivalent composition, without a draw: deterministic, exact in its gradient, at any number of
/// steps. All columns are taken for alike, as normalised ones nearly are; of coefficients of at most as many bands as a
/// period of the law has steps.
class EquivalentNoise final : public StrategyNoise {
 public:
  explicit EquivalentNoise(const EquivalentProblem& problem);

  /// Matches the third moment at these coefficients, which operator() takes for that of others nearby, too.
  bool draw(std::span<const double> coefficients, Index samples, const RunControl& control) override;
  double operator()(std::span<const double> coefficients, std::span<double> gradient,
                    const RunControl& control) override;
  double standardError() const override { return 0; }
  /// What the last draw() has found.
  const std::optional<EquivalentRoot>& root() const { return m_root; }
  /// draw() at these coefficients, and whether isEquivalent() says yes of the composition that it finds.
  bool isEquivalentAt(std::span<const double> coefficients, const RunControl& control) {
    return draw(coefficients, 0, control) && isEquivalent(m_root->composition, m_problem.law);
  }
  /// True if certificates draw three patterns at once, whose bound is well below that of pairs.
  bool drawsThree() const;
  /// How far the bound of the certificate's weights is above delta at these coefficients' own noise, logarithm: by
  /// pairs of patterns in the direction of removing (math: section 10.8), at the best number of them, a real one.
  /// +infinity when stopped, or where there is no noise.
  double logPairBound(std::span<const double> coefficients, const RunControl& control);

 private:
  std::vector<double> products(std::span<const double> coefficients);
  double logMoment(const std::vector<double>& products, double logSigma);

  EquivalentProblem m_problem;
  PeriodLattice m_lattice;
  PairMoment m_moment;
  std::optional<RealFft> m_fft;
  SigmaTrail m_trail;
  std::optional<EquivalentRoot> m_root;  // its noise is that found last
};

}  // namespace noiseloom
