#pragma once

#include "core/monte_carlo/lanes.h"

namespace noiseloom {

/// losses[l] = log of the mean over `bins` of exp(a_il), a_il = base_i + scale shift_il + slope noise_il, for kLanes
/// lanes l; value i of lane l at i kLanes + l. `shift` may be null. Relative error of the mean about 1e-14.
/// means[l] = the mean over bins of noise_il.
void logMeanExp(Index bins, const double* base, const double* shift, double scale, const double* noise, double slope,
                double* losses, double* means);

}  // namespace noiseloom
