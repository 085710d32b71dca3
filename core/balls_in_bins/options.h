#pragma once

#include "core/balls_in_bins/certificate.h"

namespace noiseloom {

/// Throws InvalidArgument naming tau or failure_probability.
void checkOptions(const BallsInBinsOptions& options);

}  // namespace noiseloom
