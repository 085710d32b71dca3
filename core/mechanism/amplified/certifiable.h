#pragma once

#include <span>
#include <vector>

#include "core/participation_mixture/equivalent_noise.h"

namespace noiseloom {

/// The coefficients nearest to `optimum` on the way from `safe`, in logarithms and so far as is worth telling, whose
/// noise draws can certify: weights that vary too much take more draws than there is time for, and what no draws
/// certify costs a tenth of the error, where holding back costs a hundredth. The optimum itself where it is no worse
/// than `safe`. All coefficients positive, in equal number. The noise may be stopped: then the optimum.
std::vector<double> certifiable(EquivalentNoise& noise, std::span<const double> optimum, std::span<const double> safe,
                                const RunControl& control);

}  // namespace noiseloom
