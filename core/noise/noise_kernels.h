#pragma once

#include <cstddef>
#include <vector>

namespace noiseloom {

/// Loops over the coordinates of one tile. Products and sums are each rounded on their own and in the same order for
/// every coordinate, wherever its shard or tile begins.

/// sums[j] += weights[0] rows[0][j] + weights[1] rows[1][j] + ..; weights has rows.size() values, each row `count`.
void addRows(double* sums, const double* weights, const std::vector<const float*>& rows, std::size_t count);
void addRows(double* sums, const double* weights, const std::vector<const double*>& rows, std::size_t count);

/// sums[j] += scale S[j], then S[j] = decay S[j] + z[j]: one buffer of a BLT.
void passBuffer(double* sums, const double* z, double scale, double decay, float* buffer, std::size_t count);
void passBuffer(double* sums, const double* z, double scale, double decay, double* buffer, std::size_t count);

/// addRows() over `lags` rows of `breadth` (16 or 32) doubles each, stored one after another with the newest last:
/// weights[k] belongs to the row at newest - k breadth.
void addWindow(double* sums, const double* weights, const double* newest, std::size_t lags, std::size_t breadth);

/// to[j] = from[j], rounded where `to` is narrower.
void copyRows(const float* from, double* to, std::size_t count);
void copyRows(const double* from, double* to, std::size_t count);
void copyRows(const double* from, float* to, std::size_t count);

/// y[j] /= divisor, rounded to the number type; out[j] = stddev y[j], rounded again. Returns false, leaving out
/// unchanged, if a y or stddev y is NaN or leaves the range of the number type.
bool finishRow(double* y, double divisor, double stddev, float* out, std::size_t count);
bool finishRow(double* y, double divisor, double stddev, double* out, std::size_t count);

}  // namespace noiseloom
