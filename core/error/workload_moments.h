#pragma once

#include "core/workload/workload.h"

namespace noiseloom {

/// Covariances of a workload's state, its momentum m, iterate u and average a, from step to step.
struct WorkloadMoments {
  double mm = 0, mu = 0, uu = 0, ma = 0, ua = 0, aa = 0;

  /// One step with an input of that variance. withInput: the input's covariances with the state before it.
  void advance(const Workload& workload, double variance, const WorkloadState& withInput, const WorkloadStep& step) {
    const double beta = workload.beta();
    advanceTo(beta * beta * mm + 2 * beta * withInput.momentum + variance, workload, withInput, step);
  }
  /// The same where Var(m) after the step is known; it needs no covariance of the input with m.
  void advanceTo(double newMm, const Workload& workload, const WorkloadState& withInput, const WorkloadStep& step) {
    const double alpha = workload.alpha(), beta = workload.beta();
    const double eta = step.rate, gamma = step.kept, share = step.taken;
    const double newMOldU = beta * mu + withInput.iterate;
    const double newMOldA = beta * ma + withInput.average;
    const double newUOldA = alpha * ua + eta * newMOldA;
    mm = newMm;
    uu = alpha * alpha * uu + 2 * alpha * eta * newMOldU + eta * eta * mm;
    mu = alpha * newMOldU + eta * mm;
    aa = gamma * gamma * aa + 2 * gamma * share * newUOldA + share * share * uu;
    ma = gamma * newMOldA + share * mu;
    ua = gamma * newUOldA + share * uu;
  }
  /// Adds what independent noise makes whose covariances with the state are these.
  void add(const WorkloadState& state) {
    mm += state.momentum * state.momentum;
    mu += state.momentum * state.iterate;
    uu += state.iterate * state.iterate;
    ma += state.momentum * state.average;
    ua += state.iterate * state.average;
    aa += state.average * state.average;
  }
  void add(const WorkloadMoments& other) {
    mm += other.mm, mu += other.mu, uu += other.uu;
    ma += other.ma, ua += other.ua, aa += other.aa;
  }
};

}  // namespace noiseloom
