#include "core/mechanism/banded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/run_control.h"
#include "core/mechanism/banded/loss.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/seconds.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

// Ratio of the distances from the end at which the local coefficients are solved for.
constexpr double kGrading = 1.1;

// A column-normalised b-banded n x n matrix, by row as in BandedStrategy, that is close to the optimum for the mean
// error, or the mean of each component, except in its first rows. Column j has the optimal Toeplitz coefficients for 2
// (n - j) iterations: away from both ends the optimum depends only on the number of errors that a column affects.
// Toeplitz workloads.
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

// Scaling of the optimiser's variables. The curvature along column j, which affects the errors of n - j rows, grows
// like n - j for most directions and hardly at all for the flattest; alternating growth of entire rows is the flattest.
// Steps longer there by these measured amounts save 45 % of the evaluations (n = 1024 to 16 384, b = 8 to 32).
constexpr double kColumnPower = 0.3;
constexpr double kRowMeanGain = 1.7;
// A solve that ends in a failed line search is restarted, unless its relative gradient is this small already.
constexpr int kMostAttempts = 4;
constexpr double kNearEnough = 1e-4;
// Entries of Theta up to which the optimiser keeps many pairs.
constexpr Index kLargeTheta = 200'000;
// The loss does not change when a column is scaled. At this norm of Theta the optimiser's first step is moderate.
constexpr double kWorkingNorm = 30;

// Optimiser with 4 pairs: 2 * 4 + 7 copies of Theta; covariance history: one more, rounded up to whole vectors.
constexpr Index kBytesPerEntry = Index{8} * (2 * 4 + 7);
constexpr Index kMostBytes = Index{16} << 30;

enum class Stretch { Apply, Undo };

// out = rows, with the mean of each row multiplied by 1 + kRowMeanGain over the entries right of column 0, or the
// inverse of that. out may be rows. The map is symmetric: it also maps gradients back.
void stretchRowMeans(Stretch stretch, std::span<const double> rows, Index bands, std::span<double> out) {
  const Index n = std::ssize(rows) / bands;
  for (Index i = 0; i < n; ++i) {
    const Index size = std::min(bands, i + 1);
    const double* row = rows.data() + (i + 1) * bands - size;
    double* target = out.data() + (i + 1) * bands - size;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index p = 0; p < size; ++p) sum += row[p];
    // The gain falls in the last rows: their columns are short, and moving an entire column would only change its norm.
    const double gain = kRowMeanGain * std::min(1.0, static_cast<double>(n - 1 - i) / static_cast<double>(bands));
    sum *= (stretch == Stretch::Apply ? gain : -gain / (1 + gain)) / static_cast<double>(size);
    for (Index p = 0; p < size; ++p) target[p] = row[p] + sum;
  }
}

// Scales column j of Theta to a norm proportional to (||A e_j||^2)^kColumnPower, about ((n - j) eta_j^2)^kColumnPower.
// The loss does not depend on these norms, but they even out its curvature over the columns.
void setColumnNorms(std::vector<double>& theta, const Workload& workload, Index total, Index b) {
  const Index n = std::ssize(theta) / b;
  std::vector<double> scale;
  inverseColumnNorms(theta, n, b, scale);
  std::vector<double> norms(scale.size());
  double squares = 0;
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const double eta = workload.eta().empty() ? 1 : workload.eta()[j];
    norms[j] = std::pow(static_cast<double>(total - static_cast<Index>(j)) * eta * eta, kColumnPower);
    squares += norms[j] * norms[j];
  }
  for (std::size_t j = 0; j < norms.size(); ++j) scale[j] *= kWorkingNorm * norms[j] / std::sqrt(squares);
  for (Index i = 0; i < n; ++i) {
    for (Index p = std::max<Index>(0, b - 1 - i); p < b; ++p) theta[i * b + p] *= scale[i - b + 1 + p];
  }
}

// The Toeplitz matrix of `coefficients` by rows.
std::vector<double> toeplitzRows(std::span<const double> coefficients, Index n) {
  const auto b = std::ssize(coefficients);
  std::vector<double> theta(n * b, 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag <= std::min(i, b - 1); ++lag) theta[i * b + b - 1 - lag] = coefficients[lag];
  }
  return theta;
}

// L-BFGS from theta, which becomes the best point.
OptimizerSummary descend(BandedLoss& loss, std::vector<double>& theta, const Workload& workload, Index total,
                         Index bands, double gradientTolerance, const RunControl& control) {
  OptimizerSummary summary;
  if (control.stopRequested()) {
    summary.termination = Termination::Stopped;
    summary.message = endings::kNotStarted;
    return summary;
  }
  LbfgsOptions options;
  options.gradientTolerance = gradientTolerance;
  options.relativeGradient = [&loss] { return loss.relativeGradient(); };
  const auto rows = std::ssize(theta) / bands;
  // More pairs save few evaluations, and at large sizes the optimiser's own passes over memory cost as much as one.
  options.history = rows * bands > kLargeTheta ? 3 : 20;
  options.maxIterations = 5000;
  options.maxEvaluations = 5000;
  // The optimiser moves U, where Theta is U with longer row means.
  std::vector<double> u(theta.size());
  const Objective objective = [&](std::span<const double> x, std::span<double> gradient) {
    stretchRowMeans(Stretch::Apply, x, bands, theta);
    const double value = loss(theta, gradient, control);
    stretchRowMeans(Stretch::Apply, gradient, bands, gradient);
    return value;
  };
  // From a poor start a column may shrink so far that no step is short enough for it: rescale the columns and continue.
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    setColumnNorms(theta, workload, total, bands);
    stretchRowMeans(Stretch::Undo, theta, bands, u);
    append(summary, minimizeLbfgs(objective, u, options, continuing(summary, control)));
    stretchRowMeans(Stretch::Apply, u, bands, theta);
    if (summary.termination != Termination::LineSearchFailed || summary.relativeGradient < kNearEnough) break;
  }
  return summary;
}

// The first rows, which bandedStart() leaves to be solved for: their transient decays within about n^(2/3) rows.
Index headRows(Index iterations, Index bands) {
  const double decay = std::pow(static_cast<double>(iterations), 2.0 / 3);
  return std::max(64 * bands, static_cast<Index>(2 * decay));
}

// Solves for the first rows alone, with the others fixed: at large n little else can be improved. theta: unit columns.
void solveHead(BandedLoss& loss, std::vector<double>& theta, const Workload& workload, Index rows, Index bands,
               double gradientTolerance, const RunControl& control) {
  const Index total = std::ssize(theta) / bands;
  const std::unique_ptr<BandedLoss> part = loss.head(rows, theta, control);
  if (!part) return;
  std::vector<double> head(theta.begin(), theta.begin() + rows * bands);
  // The gain in the head alone says little about the full problem: it is not traced.
  descend(*part, head, workload, total, bands, gradientTolerance / 2, {control.stop, control.onProgress});
  std::vector<double> scale;
  inverseColumnNorms(head, rows, bands, scale);
  for (Index i = 0; i < rows; ++i) {
    for (Index column = std::max<Index>(0, i - bands + 1); column <= std::min(i, rows - bands); ++column) {
      const std::size_t at = i * bands + column - i + bands - 1;
      theta[at] = head[at] * scale[column];
    }
  }
}

}  // namespace

Index mostBandedBands(Index iterations) {
  // The history holds W = b (prefix) or b + 1 values per row, in whole vectors; then variances, scales and seeds.
  const Index perRow = std::min(kMostBytes, 8 * Index{std::numeric_limits<int>::max()} * kBytesPerEntry) /
                           std::max<Index>(iterations, 1) -
                       Index{8} * 13;
  return std::clamp<Index>(
      std::min(perRow / (kBytesPerEntry + 8), std::numeric_limits<int>::max() / std::max<Index>(iterations, 1)), 0,
      iterations);
}

Index mostBandedIterations() {
  return kMostBytes / (kBytesPerEntry + Index{8} * 14);
}

Solution optimizeBanded(const ErrorProblem& problem, Index bands, const BandedOptions& options,
                        const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, std::min(problem.iterations, mostBandedBands(problem.iterations)),
               Core::tr("memory at these iterations"));
  checkAllFinite("start", options.start);
  if (!options.start.empty()) checkSize("start", std::ssize(options.start), bands);
  BandedLoss loss(problem.workload, problem.iterations, bands, problem.objective);
  OptimizerSummary summary;
  std::vector<double> theta;
  if (isMean(problem.objective) && problem.workload.isToeplitz() && bands > 1) {
    theta = bandedStart(problem, bands, control);
    const Index head = headRows(problem.iterations, bands);
    // The influence of the head on later rows is known for one workload, not for a sum of them.
    if (problem.objective == ErrorObjective::Mean && problem.iterations > 2 * head)
      solveHead(loss, theta, problem.workload, head, bands, options.gradientTolerance, control.part(0, 0.3));
  } else {
    const std::vector<double> squareRoot = bandedSquareRoot(problem.workload, bands);
    theta = toeplitzRows(options.start.empty() ? squareRoot : options.start, problem.iterations);
  }
  double reached = 0;     // if the minimised loss is not the error itself
  double progress = 0.3;  // each round takes half of the rest
  do {
    const double next = problem.objective == ErrorObjective::Max ? (1 + progress) / 2 : 1;
    const RunControl part = continuing(summary, control.part(progress, next).withTrace([](TracePoint& point) {
      point.objective = std::sqrt(point.objective);
    }));
    progress = next;
    append(summary, descend(loss, theta, problem.workload, problem.iterations, bands, options.gradientTolerance, part));
    if (isMean(problem.objective) || summary.termination == Termination::Stopped) break;
    loss(theta, {}, control);
    reached = loss.objective().exact(loss.variances());
  } while (loss.objective().refine(loss.variances()));
  summary.initialObjective = std::sqrt(summary.initialObjective);
  for (TracePoint& point : summary.trace) point.objective = std::sqrt(point.objective);
  summary.objective = std::sqrt(reached > 0 ? reached : summary.objective);
  return {columnNormalized(problem.iterations, bands, std::move(theta)), std::move(summary)};
}

namespace {

constexpr MechanismSource kSources[]{{"scaling-bandmf", Core::tr("section 3.1")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};
// Relative projected gradient: the error is then optimal to about eight digits.
constexpr double kTolerance = 1e-4;

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (!scenario.workload.isRational()) {
    return InvalidArgument(
        "mechanism", mechanisms::banded.id,
        Core::tr("banded-toeplitz, or dense with bands, beside an averaging window or a workload from a file"));
  }
  if (mostBandedBands(scenario.iterations) >= 1) return std::nullopt;
  return iterationsProblem(scenario, mostBandedIterations(),
                           Core::tr("memory of a general banded strategy; banded-toeplitz has no such limit"));
}

Solution solve(const Scenario& scenario, Index bands, std::span<const double> start, const RunControl& control) {
  std::vector<double> coefficients(start.begin(), start.end());
  if (std::ssize(coefficients) != bands) {
    coefficients =
        optimizeBandedToeplitz(errorProblem(scenario), bands, {.start = start}, control.part(0, 0.2)).coefficients;
  }
  return optimizeBanded(errorProblem(scenario), bands, {.start = coefficients, .gradientTolerance = kTolerance},
                        control.part(0.2, 1));
}

double seconds(const Scenario& scenario, Index bands) {
  const double b = static_cast<double>(bands);
  return 150 * evaluationsOf(scenario) * static_cast<double>(scenario.iterations) * (1e-9 * b * b + 2e-8 * b);
}

}  // namespace

// Over bands, the column-normalised Toeplitz optimum stands in for it, which is within 2 % (scaling-bandmf, section 4).
constinit const Mechanism mechanisms::banded{
    .id = "banded",
    .name = Core::tr("Banded"),
    .summary =
        Core::tr("The best banded C with unit columns, slower to solve; Dense has free norms, better under schedules"),
    .sources = kSources,
    .color = 12,
    .settings = kSettings,
    .needsSeparation = true,
    .lastWithMean = [](const Scenario&, Index) { return true; },
    .banded = [](const Scenario&) { return true; },
    .mostBands = mostBandedBands,
    .problem = problem,
    .solve = solve,
    .seconds = seconds,
    .curve = &bandedToeplitz,
    .sketch = &bandedToeplitz,
};

}  // namespace noiseloom
