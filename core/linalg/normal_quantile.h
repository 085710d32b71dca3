#pragma once

namespace noiseloom {

/// The x with P[N(0, 1) <= x] = u, to 1e-14 of it; 0 < u < 1.
double normalQuantile(double u);

}  // namespace noiseloom
