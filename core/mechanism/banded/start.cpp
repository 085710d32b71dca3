#include "core/mechanism/banded/start.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/mechanism/banded_toeplitz.h"

namespace noiseloom {
namespace {

// Ratio of the distances from the end at which the local coefficients are solved for.
constexpr double kGrading = 1.1;

}  // namespace

std::vector<double> bandedStart(const ErrorProblem& problem, Index bands, const RunControl& control) {
  const Index iterations = problem.iterations;
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  std::vector<double> distances;  // logarithms, decreasing
  std::vector<std::vector<double>> solved;
  for (double distance = static_cast<double>(iterations);; distance /= kGrading) {
    ErrorProblem local = problem;
    local.iterations = std::max(static_cast<Index>(std::llround(2 * distance)), bands);
    const std::vector<double> warm = solved.empty() ? std::vector<double>{} : solved.back();
    solved.push_back(optimizeBandedToeplitz(local, bands, {.start = warm}, control.quiet()).coefficients);
    distances.push_back(std::log(distance));
    if (local.iterations <= bands || distance <= 1 || control.stopRequested()) break;
  }
  std::vector<double> theta(iterations * bands, 0.0);
  std::vector<double> column(bands);
  std::size_t at = 0;  // solved[at]: for the smallest distance that is not below the column's
  for (Index j = 0; j < iterations; ++j) {
    const double distance = std::log(static_cast<double>(iterations - j));
    while (at + 1 < solved.size() && distances[at + 1] >= distance) ++at;
    const std::size_t next = std::min(at + 1, solved.size() - 1);
    const double share = next == at ? 0 : (distances[at] - distance) / (distances[at] - distances[next]);
    const Index entries = std::min(bands, iterations - j);
    double squares = 0;
    for (std::size_t lag = 0; lag < static_cast<std::size_t>(entries); ++lag) {
      column[lag] = (1 - share) * solved[at][lag] + share * solved[next][lag];
      squares += column[lag] * column[lag];
    }
    const double scale = 1 / std::sqrt(squares);
    for (Index lag = 0; lag < entries; ++lag) theta[(j + lag) * bands + bands - 1 - lag] = column[lag] * scale;
  }
  return theta;
}

}  // namespace noiseloom
