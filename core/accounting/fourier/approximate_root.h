#pragma once

#include "core/accounting/fourier/approximate_delta.h"
#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {

/// Uncertified roots of log delta = log `delta` in one unknown, x, chosen so that delta decreases with x: log sigma,
/// epsilon, or -log q. Off by about 1e-7 relative in sigma. The result's slope is d log delta / d x. leastX and mostX
/// bound the search. q < 1.
SecantResult approximateLogSigma(double epsilon, double delta, double q, Index compositions, Adjacency adjacency,
                                 double leastX, double mostX, const RunControl& control);
/// The same from a point that should be near, with the slope there, to about `tolerance`; `stopped` where it is not
/// near.
SecantResult nextLogSigma(double epsilon, double delta, double q, Index compositions, Adjacency adjacency, double start,
                          double slope, double leastX, double mostX, double tolerance);
SecantResult approximateEpsilon(const SubsampledGaussian& step, double delta, Index compositions, double mostX,
                                const RunControl& control);
SecantResult approximateMinusLogQ(double sigma, double epsilon, double delta, Index compositions, Adjacency adjacency,
                                  double mostX, const RunControl& control);

}  // namespace noiseloom
