#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

struct StrategyKind;

/// Parameters of a buffered linear Toeplitz matrix with m buffers (streaming-blt, section 3; math: section 7): the
/// decays theta of C and inverseTheta of C^-1, 2 m distinct values in (0, 1]; the output scales follow from them.
struct BltParameters {
  std::vector<double> theta;         ///< buf_decay of C, as strategy files call it
  std::vector<double> omega;         ///< output_scale of C
  std::vector<double> inverseTheta;  ///< buf_decay of C^-1
  std::vector<double> inverseOmega;  ///< output_scale of C^-1
};

/// omega_i = prod_j (theta_i - theta^_j) / prod_{j != i} (theta_i - theta_j) (streaming-blt, lemma 5.2), omega^ with
/// the roles swapped; with the gaps 1 - theta in place of the decays the same but for the sign. m distinct values each.
std::vector<double> bltOutputScales(std::span<const double> own, std::span<const double> other);

/// The parameters of both sides from the decays. Throws InvalidArgument for decays so close together that the scales
/// cancel (sum of magnitudes above 10^6): neither C nor its inverse could be run accurately.
BltParameters bltParameters(std::vector<double> theta, std::vector<double> inverseTheta);

/// More buffers gain nothing at any n that fits an Index.
constexpr Index kMostBltBuffers = 32;

/// Immutable n x n buffered linear Toeplitz strategy: c_0 = 1, c_t = sum_i omega_i theta_i^(t-1), and C^-1 alike with
/// theta^ and omega^. Noise needs one row for each buffer. Copies share their data.
class BltStrategy {
 public:
  static const StrategyKind kind;

  /// theta, inverseTheta: m >= 1 decays each, all in (0, 1], all distinct.
  BltStrategy(Index iterations, std::vector<double> theta, std::vector<double> inverseTheta);

  Index iterations() const { return m_iterations; }
  Index bands() const { return m_iterations; }
  Index buffers() const { return std::ssize(m_parameters->theta); }
  Index noiseRows() const { return buffers(); }
  const BltParameters& parameters() const { return *m_parameters; }
  /// c_lag and the same of C^-1, lag >= 0.
  double coefficient(Index lag) const;
  double inverseCoefficient(Index lag) const;

  double entry(Index row, Index column) const { return row < column ? 0 : coefficient(row - column); }
  double inverseEntry(Index row, Index column) const { return row < column ? 0 : inverseCoefficient(row - column); }
  /// 1 - theta and 1 - theta^: what the closed forms are written in.
  std::vector<double> gaps() const;
  std::vector<double> inverseGaps() const;
  double columnNormSquared(Index column) const;  ///< closed form, O(m^3 log n)
  /// out = C x and out = C^-1 z by the buffers, O(n m); all spans have n values; out may be the input.
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  BltStrategy withIterations(Index iterations) const;
  Index memoryBytes() const { return 4 * buffers() * static_cast<Index>(sizeof(double)); }

 private:
  Index m_iterations;
  std::shared_ptr<const BltParameters> m_parameters;
};

}  // namespace noiseloom
