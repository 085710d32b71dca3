#pragma once

#include <span>

#include "core/base/index.h"
#include "core/base/interface.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The noise multiplier sigma(C) that a non-negative Toeplitz strategy takes under a sampling that depends on the whole
/// strategy, at fixed random numbers: a smooth function of the coefficients, with its gradient. Not a certificate.
class StrategyNoise : public Interface {
 public:
  /// Draws proposals that suit these coefficients, at that many samples. False when stopped, or when no sigma was
  /// found: then the estimator must not be used.
  virtual bool draw(std::span<const double> coefficients, Index samples, const RunControl& control) = 0;
  /// log(sigma) and its gradient (of the coefficients' size; empty: not wanted). +infinity when stopped or too far from
  /// the reference.
  virtual double operator()(std::span<const double> coefficients, std::span<double> gradient,
                            const RunControl& control) = 0;
  /// About the relative standard error of sigma at the point evaluated last.
  virtual double standardError() const = 0;
};

}  // namespace noiseloom
