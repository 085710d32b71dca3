#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/error/error_summary.h"
#include "core/error/transient_energy.h"
#include "core/optimize/worst_case.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// The objective's variance, for C^-1 = T(g) with p = `bands` coefficients g, and its gradient in g. The largest of the
/// n variances under a learning-rate schedule is smoothed (WorstCase): call settle() after each solve until it returns
/// true. Holds references to the workload and the control.
class NoisingError {
 public:
  NoisingError(const Workload& workload, Index iterations, Index bands, ErrorObjective objective,
               const RunControl& control);

  /// +infinity when stopped.
  double operator()(std::span<const double> g, std::span<double> gradient);
  /// Adapts the largest variance's weights to the solution g; returns true if they are accurate, or there are none.
  bool settle(std::span<const double> g);

 private:
  const Workload& m_workload;
  Index m_iterations;
  Index m_bands;
  ErrorObjective m_objective;
  const RunControl& m_control;
  std::optional<WorstCase> m_worst;
  std::vector<double> m_weights;
  std::vector<double> m_gram;
};

/// The comb energy of C = T(c), c the power series 1/g (combEnergy), times the variance of its noise, and the gradient
/// in g: the loss that BandInvMF minimises. Holds references to the error and the control.
class NoisingLoss {
 public:
  NoisingLoss(Index iterations, Index bands, Index participations, Index separation, NoisingError& error,
              const RunControl& control);

  /// smoothing > 0 takes the comb of |c| in place of c, smoothed below smoothing * c_0. +infinity outside the domain:
  /// 1/g does not decay, or not within the allowed work, or an entry of g is not finite. O(p^2) if C decays within the
  /// separation, otherwise O(m p), m the terms of C.
  double operator()(std::span<const double> g, double smoothing, std::span<double> gradient);

 private:
  bool settledEnergy(std::span<const double> g);

  Index m_iterations;
  Index m_mostTerms;
  Index m_separation;
  Index m_participations;
  double m_hits;
  NoisingError& m_error;
  const RunControl& m_control;
  TransientEnergy m_settled;
  std::vector<double> m_taken;  // the replacement of c in the comb
  std::vector<double> m_slope;  // its derivative in c
  std::vector<double> m_byC;
  std::vector<double> m_byG;
  std::vector<double> m_padded;
};

}  // namespace noiseloom
