#pragma once

#include <cstddef>
#include <span>

namespace noiseloom {

/// What one sample says about the privacy loss L, e^L = mean_j e^(a_j) with a_j = (y_j - G_jj / 2) / sigma^2 and
/// y = shift + sigma g.
struct PrivacyLoss {
  double value = 0;    ///< L
  double bySigma = 0;  ///< its derivative in log(sigma), shift, g and G held
};

/// All spans have b_e values; halfNorms = G_jj / 2; shares receives the softmax p_j = e^(a_j) / sum e^a. b_e
/// exponentials.
PrivacyLoss privacyLoss(std::span<const double> shift, std::span<const double> noise, std::span<const double> halfNorms,
                        double sigma, std::span<double> shares);

}  // namespace noiseloom
