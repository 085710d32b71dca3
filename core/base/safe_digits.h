#pragma once

namespace noiseloom {

/// The nearest decimal of `digits` significant digits that is not below `value`, or not above it: a noise multiplier,
/// an epsilon or a probability that people copy must be as safe as the number itself. `digits` is 1 to 15. Values that
/// are not finite, or have no more digits than that, are returned unchanged.
double roundedUp(double value, int digits);
double roundedDown(double value, int digits);
/// roundedUp() for a sum or a norm with rounding errors: an excess of up to 1e-12, relative, is not rounded up.
double roundedUpButForBits(double value, int digits);

}  // namespace noiseloom
