#pragma once

#include <cstddef>
#include <vector>

namespace noiseloom {

/// Loops over the coordinates of one tile. Products and sums are each rounded on their own and in the same order for
/// every coordinate, wherever its shard or tile begins.

/// sums[j] += weights[0] rows[0][j] + weights[1] rows[1][j] + ..; weights has rows.size() values, a row `count`.
void addRows(double* sums, const double* weights, const std::vector<const float*>& rows, std::size_t count);
void addRows(double* sums, const double* weights, const std::vector<const double*>& rows, std::size_t count);

/// sums[j] += scale S[j], then S[j] = decay S[j] + z[j]: one buffer of a BLT.
void passBuffer(double* sums, const double* z, double scale, double decay, float* buffer, std::size_t count);
void passBuffer(double* sums, const double* z, double scale, double decay, double* buffer, std::size_t count);

}  // namespace noiseloom
