#pragma once

#include <span>

namespace noiseloom {

// The privacy loss under balls-in-bins batching at one sample, for the optimiser that takes its noise into account
// (math: section 12; BinnedNoise draws the samples). An example falls into one of b_e bins; bin j's steps together add
// the vector m_j, n numbers, to the mechanism's output X, and the noise of each number has standard deviation sigma.
// The loss of X, with the example in it against without, depends on the b_e inner products y_j = <m_j, X> alone:
//   L = log mean_j e^(a_j),   a_j = (y_j - G_jj / 2) / sigma^2,   G_ij = <m_i, m_j>.
// A sample is y = shift + sigma g: shift the mean of y where X is drawn, g a draw from N(0, G). L and a_j have no unit;
// in the unit of C's entries, sigma and g count once, shift and G twice.

struct PrivacyLoss {
  double value = 0;    ///< L
  double bySigma = 0;  ///< dL / dlog(sigma) at fixed shift, g and G
};

/// The loss of one sample. shift, noise (the g of above) and halfNorms (G_jj / 2) have b_e >= 1 values, one per bin,
/// and so has shares, which receives dL / da_j, the softmax e^(a_j) / sum_i e^(a_i): each bin's share of the loss.
/// sigma > 0. Takes b_e exponentials.
PrivacyLoss privacyLoss(std::span<const double> shift, std::span<const double> noise, std::span<const double> halfNorms,
                        double sigma, std::span<double> shares);

}  // namespace noiseloom
