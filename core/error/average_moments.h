#pragma once

#include "core/workload/workload.h"

namespace noiseloom {

/// Covariances of the workload's average a with the momentum m, the iterate u and itself, from step to step, of m <-
/// beta m + y, u <- alpha u + eta m, a <- gamma a + (1 - gamma) u. Without averaging, a is u.
struct AverageMoments {
  double withMomentum = 0;
  double withIterate = 0;
  double square = 0;

  /// One step. withInput: Cov(y, a) before it; momentumIterate, iterateSquare: Cov(m, u) and Var(u) after it.
  void advance(const Workload& workload, double eta, double withInput, double momentumIterate, double iterateSquare) {
    const double gamma = workload.averaging();
    const double share = 1 - gamma;
    const double newMomentum = workload.beta() * withMomentum + withInput;
    const double newIterate = workload.alpha() * withIterate + eta * newMomentum;
    square = gamma * gamma * square + 2 * gamma * share * newIterate + share * share * iterateSquare;
    withMomentum = gamma * newMomentum + share * momentumIterate;
    withIterate = gamma * newIterate + share * iterateSquare;
  }
};

}  // namespace noiseloom
