#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/check.h"
#include "core/mechanism/blt.h"

namespace noiseloom {
namespace {

// log-odds, negated: a decay is 1 / (1 + e^value).
double decayAt(double value) {
  return 1 / (1 + std::exp(value));
}

// The zero z = -e^s of sum_j e^(u_j) / (z + e^(2 u_j)) between the nodes 2 u_i < s < 2 u_(i+1), by bisection: the sum
// increases from -infinity to +infinity with s.
double zeroBetween(const std::vector<double>& nodes, std::size_t i) {
  double low = 2 * nodes[i], high = 2 * nodes[i + 1];
  for (;;) {
    const double s = (low + high) / 2;
    if (!(s > low && s < high)) return s;
    double sum = 0;
    // e^(u_j) / (e^(2 u_j) - e^s), times e^s.
    for (const double u : nodes) sum += std::exp(u) / std::expm1(2 * u - s);
    (sum < 0 ? low : high) = s;
  }
}

}  // namespace

BltStrategy rationalBlt(Index iterations, Index buffers, double stepScale, Index indexShift) {
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  checkOpenInterval("step_scale", stepScale, 0, 10);
  checkInteger("index_shift", indexShift, -kMostBltBuffers, kMostBltBuffers);
  const double h = stepScale * std::numbers::pi / std::sqrt(2 * static_cast<double>((buffers + 1) / 2 + 1));
  std::vector<double> nodes, theta{1}, inverseTheta;
  for (Index j = 0; j < buffers; ++j) {
    nodes.push_back(h * static_cast<double>(j + indexShift - (buffers - 1) / 2));
    inverseTheta.push_back(decayAt(2 * nodes.back()));
  }
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) theta.push_back(decayAt(zeroBetween(nodes, i)));
  return {iterations, std::move(theta), std::move(inverseTheta)};
}

}  // namespace noiseloom
