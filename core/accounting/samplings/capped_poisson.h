#pragma once

#include <vector>

#include "core/accounting/calibration/loss_scheme.h"
#include "core/accounting/losses/adjacency.h"
#include "core/base/index.h"

namespace noiseloom {

/// The effect of a cap of K on a step in which N - 1 others join independently with probability q (Mo of them).
struct CapEffect {
  double full = 0;  ///< tau = P(Mo >= K): the others fill the batch
  double rate = 0;  ///< a = E[q K / (Mo + 1) | Mo >= K]: the example takes part then; 0 where tau is 0
};
CapEffect capEffect(Index examples, double q, Index largestBatch);

/// Truncated Poisson sampling: at each step every one of N examples joins the batch independently with probability q;
/// of a batch of more than K, K are kept, uniformly at random. Contributions have norm at most 1. While the others do
/// not fill the batch a step is that of Poisson sampling; where they do, the example takes another's place with
/// probability q K/(Mo + 1), which moves the sum by up to 2. Which of both it is does not depend on the example and may
/// be known. N is public. math: section 10.5.
struct CappedSampling {
  std::vector<Index> examples;  ///< N of the larger data set, all that it may be: delta is the worst of them
  double samplingProbability = 0.01;
  Index largestBatch = 1;  ///< K >= 1
  Index compositions = 1;  ///< T
  Adjacency adjacency = Adjacency::AddRemove;
};

class CappedPoisson final : public LossScheme {
 public:
  /// Throws InvalidArgument naming examples (none, or one < 1), sampling_probability, largest_batch (< 1) or
  /// compositions (1 to kMostCompositions).
  explicit CappedPoisson(CappedSampling sampling);

  std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                   const RunControl& control) const override;
  double sensitivity() const override;
  double seenAtAll() const override;
  double limitMu(double sigma) const override;
  /// The largest tau: how often a batch is cut, at most.
  double mostFull() const;

 private:
  CappedSampling m_sampling;
  std::vector<CapEffect> m_effects;  ///< of m_sampling.examples
};

/// log of a bound on the probability that any of n batches of the others reaches K: n P(Bin(examples - 1, p) >= K), p
/// the probability with which an example is in a batch. Where it never happens nothing is ever cut, so that for any
/// scheme delta with the cap is at most delta without it and this. math: section 10.5.
double logCapReached(Index batches, Index examples, double p, Index largestBatch);
/// The least K for which that is at most e^logProbability.
Index leastCap(Index batches, Index examples, double p, double logProbability);

}  // namespace noiseloom
