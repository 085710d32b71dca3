#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/mechanism/amplified/comb.h"
#include "core/mechanism/amplified/projection.h"
#include "core/monte_carlo/strategy_noise.h"

namespace noiseloom {

/// The noise multiplier sigma(C) that a non-negative Toeplitz strategy needs for (epsilon, delta)-DP under
/// balls-in-bins batching, by importance sampling at fixed random numbers: a smooth function of the coefficients, with
/// its gradient. Not a certificate.
///
/// Both directions' delta is an expectation over y = shift + sigma g, g ~ N(0, G) with G the Gram matrix of the b_e
/// bins' mean outputs (BinnedComb), reweighted (math: section 12). Proposals, the tilts and the drawn bins, are chosen
/// at one reference and fixed, so that only shift, g, G and sigma vary: then delta(sigma, c) has exact derivatives, and
/// d log(sigma) / dc = -(d log(delta) / dc) / (d log(delta) / d log(sigma)) at the sigma with delta(sigma, c) = delta.
/// (near-exact-amplification, section 4.2 and appendix D, differentiates plain samples.)
class BinnedNoise final : public StrategyNoise {
 public:
  BinnedNoise(Index iterations, Index bins, double epsilon, double delta, std::uint64_t stream);

  /// Draws proposals for these coefficients, with that many samples. Returns false when stopped, or if no sigma was
  /// found: then the estimator must not be used.
  bool draw(std::span<const double> coefficients, Index samples, const RunControl& control = {}) override;

  /// log(sigma), for the worse direction, and its gradient (of the coefficients' size, or empty). +infinity when
  /// stopped or too far from the reference.
  double operator()(std::span<const double> coefficients, std::span<double> gradient,
                    const RunControl& control = {}) override;

  /// Approximate relative standard error of sigma at the last evaluated point.
  double standardError() const override { return m_standardError; }
  /// True if the worse direction at the last evaluated point was the one that removes an example.
  bool removes() const { return m_removes; }

 private:
  // The proposals of one direction.
  struct Side {
    bool remove = true;
    double tilt = 1;  // t: how often the example is drawn, or how far the mean is moved the other way
    // Remove: the distinct bins of each sample's tuple with their counts, those of sample s from starts[s] on; and -t
    // log(b_e) - log(probability of the tuple).
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> tupleBins;
    std::vector<double> tupleCounts;
    std::vector<double> logPrior;
    double logSigma = 0;  // the last result
  };
  // One direction at one sigma.
  struct Evaluation {
    double logDelta = 0;
    double slope = 0;          // in log(sigma)
    double relativeError = 0;  // standard error of the mean, relative to delta
  };

  bool choose(Side& side, const BinnedComb& comb, const RunControl& control) const;
  bool chooseTuples(Side& side, const BinnedComb& comb, double sigma, const RunControl& control) const;
  void chooseMean(Side& side, const BinnedComb& comb, double sigma) const;
  bool project(const BinnedComb& comb, const RunControl& control);
  bool shift(const Side& side, const BinnedComb& comb, const RunControl& control);
  bool evaluate(const Side& side, double sigma, Evaluation& out, const RunControl& control);
  bool pilot(Side& side, const BinnedComb& comb, double most, const RunControl& control);
  bool solve(Side& side, const BinnedComb& comb, Evaluation& out, const RunControl& control);
  bool differentiate(const Side& side, const BinnedComb& comb, double slope, std::span<double> gradient,
                     const RunControl& control);
  std::span<double> row(std::vector<double>& values, Index sample) const {
    return {values.data() + sample * m_bins, static_cast<std::size_t>(m_bins)};
  }

  Index m_iterations;
  Index m_bins;
  double m_epsilon;
  double m_logTarget;
  std::uint64_t m_stream;
  BinnedProjection m_projection;
  Index m_samples = 0;
  std::vector<Side> m_sides;
  double m_standardError = 0;
  bool m_removes = true;
  // At the current point: samples x b_e each (the shift of the direction that adds: one row), and samples each.
  std::vector<double> m_noise, m_shift, m_shares;
  std::vector<double> m_halfNorms;  // G_jj / 2
  // The weight of a sample is e^(constant + linear / sigma + quadratic / sigma^2) f(L).
  std::vector<double> m_constant, m_linear, m_quadratic;
  std::vector<double> m_logWeight, m_weightSlope, m_sigmaSlope;
};

}  // namespace noiseloom
