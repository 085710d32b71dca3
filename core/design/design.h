#pragma once

#include <utility>

#include "core/design/figures.h"
#include "core/noise/gaussian_method.h"
#include "core/optimize/lbfgs.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct DesignSeconds {
  double optimize = 0;
  double calibrate = 0;
  double total = 0;
};

/// A solved scenario: a strategy with its privacy and its error. Immutable; shared as std::shared_ptr<const Design>.
struct Design : DesignFigures {
  Design(Scenario asked, const Strategy& found) : scenario(std::move(asked)), strategy(found) {}

  Scenario scenario;  ///< as requested (bands, buffers and the mechanism may be "best" there)
  Strategy strategy;
  const Mechanism* mechanism = &baselineMechanism();  ///< the mechanism of the strategy, never Best
  Index bands = 1;                                    ///< of the strategy, or of its inverse for BISR and BandInvMF
  /// Estimated, not certified: no noise multiplier in it is certified, and the strategy may only approximate its
  /// mechanism's answer. Nothing may be claimed of it or written to a file.
  bool estimated = false;
  /// The method for its noise: that of its strategy file, if it is from one.
  GaussianMethod gaussianMethod = kGaussianMethod;
  OptimizerSummary optimizer = {};  ///< NotRun for closed forms
  DesignSeconds seconds = {};

  /// The error in the measure of the scenario's objective.
  double objectiveError() const { return error[scenario.objective]; }
};

}  // namespace noiseloom
