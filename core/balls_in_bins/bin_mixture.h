#pragma once

#include <memory>
#include <vector>

#include "core/balls_in_bins/bin_gram.h"
#include "core/balls_in_bins/sampling/gram_factor.h"

namespace noiseloom {

/// Throws InvalidArgument naming gram unless the entry is finite, >= 0, that of (j, i) as well, and above 0 where i =
/// j.
void checkEntry(const BinGram& gram, Index i, Index j);

/// The pair of distributions behind balls-in-bins batching, P = (1/b_e) sum_i N(m_i, s^2 I) and Q = N(0, s^2 I), in the
/// coordinates y_i = <m_i, X>: the privacy loss is L = log of the mean of exp((y_i - G_ii/2)/s^2), and under
/// X ~ N(mu, s^2 I) the vector y has the mean <m_i, mu> and the covariance s^2 G. All that does not depend on s.
struct BinMixture {
  /// Throws as checkEntry() for any entry, and InvalidArgument naming bins, or gram unless it is positive semidefinite.
  /// `factor` is empty when stopped, and nothing else of use.
  BinMixture(const BinGram& gram, const RunControl& control);

  const double* row(Index i) const { return gram.values.data() + i * bins; }

  BinGram gram;  ///< raised a little where it is factored as gramFactor() says
  Index bins;
  std::shared_ptr<const GramFactor> factor;
  std::vector<double> halfNorms;  ///< G_ii / 2
  std::vector<double> rowMeans;   ///< <m_i, m_bar>, m_bar the mean of the m_j
  double meanNormSquared = 0;     ///< ||m_bar||^2
  double meanHalfNorm = 0;        ///< mean of G_ii / 2
  double greatestEntry = 0;       ///< of G; on its diagonal
  Index widestRow = 0;            ///< the i of the largest row sum
  bool diagonal = false;          ///< of G: no two bins have a step in common
};

}  // namespace noiseloom
