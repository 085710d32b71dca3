#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/monte_carlo/lane_rows.h"
#include "core/monte_carlo/lanes.h"
#include "core/monte_carlo/strategy_noise.h"
#include "core/participation_mixture/certificate.h"
#include "core/participation_mixture/sampling/participation_law.h"

namespace noiseloom {

/// StrategyNoise under random groups or b-min-sep sampling, for coefficients of at most as many bands as patterns keep
/// steps apart. In the direction of removing, which decides but at small epsilon. The patterns S_1 .. S_t of a draw and
/// its normal vector z are held, with their probability; with C
///   X = C j + sigma z, j the counts of the patterns' steps, y = C^T X, and the weight
///   W = (1 - e^{epsilon - L})_+ e^{-(t-1) L} e^{S2/sigma^2} / (held), S2 = (|C j|^2 - sum j_i |c_i|^2)/2
/// has the mean delta for every C and sigma (math: section 12). dL/dl_i is the posterior probability of step i, by the
/// recurrence forwards and backwards.
class MixtureNoise final : public StrategyNoise {
 public:
  MixtureNoise(Index iterations, const ParticipationMixture::Law& law, double epsilon, double delta,
               std::uint64_t stream);
  ~MixtureNoise() override;

  bool draw(std::span<const double> coefficients, Index samples, const RunControl& control) override;
  double operator()(std::span<const double> coefficients, std::span<double> gradient,
                    const RunControl& control) override;
  double standardError() const override { return m_standardError; }

 private:
  struct Block;
  struct Evaluation {
    double logDelta;
    double relativeError;  // of delta
  };
  bool moveBlocks(std::span<const double> coefficients, const RunControl& control);
  Evaluation evaluate(double logSigma, const RunControl& control);
  bool differentiate(std::span<const double> coefficients, std::span<double> gradient, const RunControl& control);
  void addGradient(const Block& block, std::span<const double> coefficients, std::size_t firstWeight,
                   std::span<double> gradient) const;

  Index m_iterations;
  ParticipationMixture::Law m_law;
  std::unique_ptr<const ParticipationLaw> m_rules;
  double m_epsilon;
  double m_logTarget;
  std::uint64_t m_stream;
  double m_tuple = 1;  // t
  std::vector<Block> m_blocks;
  double m_logSigma = 0;  // found last
  double m_standardError = 0;
  // Values at the current point.
  LaneRows m_transposed;
  std::vector<double> m_halfNorms;
  std::vector<double> m_weights;  // shares of delta
  std::vector<double> m_slopes;   // of log W in L
};

}  // namespace noiseloom
