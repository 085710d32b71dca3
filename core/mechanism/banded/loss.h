#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/mechanism/parts/variance_objective.h"
#include "core/strategy/banded_strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Loss of the column-normalised b-banded C(Theta), C[:, j] = Theta[:, j] / ||Theta[:, j]||, and its gradient in Theta
/// (scaling-bandmf, section 3.1, through the covariance recursion: O(n b^2) time, O(n b) memory). Theta is n x b by row
/// as in BandedStrategy; entries left of column 0 are ignored and get a zero gradient.
class BandedLoss {
 public:
  /// For the maximum, the loss is the smooth one of VarianceObjective; for the curvature, the workload has a spectrum.
  BandedLoss(Workload workload, Index iterations, Index bands, ErrorObjective objective = ErrorObjective::Mean);
  ~BandedLoss();
  BandedLoss(const BandedLoss&) = delete;
  BandedLoss& operator=(const BandedLoss&) = delete;

  /// The objective as a function of v at sensitivity 1; +infinity outside the domain (a diagonal entry <= 0) or when
  /// stopped. An empty gradient requests the value alone.
  double operator()(std::span<const double> theta, std::span<double> gradient, const RunControl& control = {});

  /// ||G||_F sqrt(n) / loss of the last evaluation, G the gradient with respect to C projected on the unit columns: the
  /// relative projected gradient, whatever the column norms of Theta.
  double relativeGradient() const;

  /// The loss as a function of the first `rows` rows alone, bands < rows < n, for the mean: theirs, and their influence
  /// on the later rows. The later rows are fixed as in theta, and so are the columns that reach there, which must have
  /// norm 1. nullptr when stopped.
  std::unique_ptr<BandedLoss> head(Index rows, std::span<const double> theta, const RunControl& control = {});

  /// The variances of the last evaluation, and the objective over them.
  std::span<const double> variances() const;
  VarianceObjective& objective();

 private:
  struct Work;
  std::unique_ptr<Work> m_work;
};

/// 1 / ||Theta[:, j]|| for every column.
void inverseColumnNorms(std::span<const double> theta, Index iterations, Index bands, std::vector<double>& out);

/// Theta with every column scaled to norm 1, as a strategy.
BandedStrategy columnNormalized(Index iterations, Index bands, std::vector<double> theta);

}  // namespace noiseloom
