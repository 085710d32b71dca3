#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// The workload A as a recurrence over the rows of one column x of C^-1: p_i = beta p_(i-1) + x_i and
/// s_i = alpha s_(i-1) + eta_i p_i and a_i = kept_i a_(i-1) + taken_i s_i, where a is the column of A C^-1. Rows
/// where x is 0 can be jumped over.
class WorkloadSteps {
 public:
  struct State {
    double p = 0;
    double s = 0;
    double a = 0;
  };

  WorkloadSteps() = default;
  /// O(n) for a learning-rate schedule, of which 1/64 is kept; O(1) otherwise.
  explicit WorkloadSteps(const Workload& workload);

  bool isPrefix() const { return m_alpha == 1 && m_beta == 0 && m_gamma == 0 && m_eta.empty(); }
  double alpha() const { return m_alpha; }
  double beta() const { return m_beta; }
  double averaging() const { return m_gamma; }
  /// From row - 1 to row, with x = x_row.
  void feed(State& state, Index row, double x) const {
    state.p = m_beta * state.p + x;
    const WorkloadStep step = m_workload.step(row);
    state.s = m_alpha * state.s + step.rate * state.p;
    state.a = step.kept * state.a + step.taken * state.s;
  }
  /// The state `steps` rows after `row`, x = 0 all the way. O(1); O(64) under a schedule, O(steps) with averaging
  /// besides, or of all iterates.
  State jumped(State state, Index row, Index steps) const;

  /// sum_(k = from)^(to) eta_k ratio^(k - from) alpha^(to - k) for a ratio in (0, 1], from sums over all rates that
  /// follow, or that come before, where the ratio is above the weight-decay factor.
  class RateSums {
   public:
    RateSums() = default;
    RateSums(const Workload& workload, double ratio);
    double operator()(Index from, Index to) const;

   private:
    double following(Index from) const;  // sum over all k >= from

    Workload m_workload = Workload::prefix();  // its rates in reverse where the ratio is the larger one
    bool m_reversed = false;
    double m_larger = 1;  // of the ratio and alpha
    double m_ratio = 1;   // of the smaller one to that
    double m_logRatio = 0;
    std::vector<double> m_sums;  // following(64 block)
  };

 private:
  Workload m_workload = Workload::prefix();
  std::span<const double> m_eta;
  double m_alpha = 1;
  double m_beta = 0;
  double m_gamma = 0;
  RateSums m_rates;
};

}  // namespace noiseloom
