#pragma once

#include <cstddef>

namespace noiseloom {

/// Doubles in one vector of the kernels: rows are padded to multiples of it and aligned to 64 bytes.
constexpr std::size_t kVectorDoubles = 8;

/// out = S a for a symmetric (rows x stride) matrix; stride a multiple of kVectorDoubles, padding columns zero.
void symmetricProduct(const double* matrix, std::size_t rows, std::size_t stride, const double* a, double* out);

/// out = S h, and B -= a h^T + h a^T.
void symmetricProductAndUpdate(const double* matrix, double* updated, std::size_t rows, std::size_t stride,
                               const double* a, const double* h, double* out);

}  // namespace noiseloom
