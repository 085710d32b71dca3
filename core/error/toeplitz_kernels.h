#pragma once

#include <cstddef>

namespace noiseloom {

/// Runs out[i] = scale (in[i] - sum_{l=1}^{min(i, taps)} c[l] out[i-l]) for i in [begin, end), continuing an earlier
/// call: a division by the series c with scale = 1 / c[0]. reversedTaps[k] = c[taps - k], k < taps, so that both
/// factors of the sum are read upwards. `out` needs `taps` zeros before it.
void recurrence(const double* in, const double* reversedTaps, std::size_t taps, double scale, double* out,
                std::size_t begin, std::size_t end);

/// sum_i a[i] b[i].
double dotProduct(const double* a, const double* b, std::size_t size);

}  // namespace noiseloom
