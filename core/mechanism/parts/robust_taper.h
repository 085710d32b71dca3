#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The taper for a min-separation known only to lie between b0 = leastSeparation and b, the number of coefficients
/// (scaling-bandmf, App. H): theta_i times (b - i) / (b - b0) for i >= b0. Costs a little at separation b and saves
/// more below. 1 <= b0 <= b; b0 = b changes nothing. Keeps coefficients non-negative and non-increasing.
std::vector<double> robustTaper(std::span<const double> coefficients, Index leastSeparation);

}  // namespace noiseloom
