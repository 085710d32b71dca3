#pragma once

namespace noiseloom {

/// The decimal of so many significant digits next to a number that is not below it, or not above it: what people carry
/// on of a noise multiplier, an epsilon or a probability must be as safe as the number itself. `digits` is 1 to 15;
/// what is not finite stays, and so does what has no more digits than that.
double roundedUp(double value, int digits);
double roundedDown(double value, int digits);
/// roundedUp() of a sum or a norm whose last bits are those of its computation: 1e-12 of it, relative, is not rounded
/// up.
double roundedUpButForBits(double value, int digits);

}  // namespace noiseloom
