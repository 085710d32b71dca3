#include "core/train/loss_spectrum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/eigenvalues.h"
#include "core/linalg/lanczos.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

// Relative to the largest: zeros appear this large by rounding.
constexpr double kFlat = 1e-10;
// Values so close in Lanczos' recursion are one eigenvalue.
constexpr double kSame = 1e-7;

// A number of directions of one curvature, above 0.
struct Directions {
  double curvature = 0;
  double count = 0;
  double sum() const { return count * curvature; }
};

Directions joined(const Directions& a, const Directions& b) {
  const double count = a.count + b.count;
  return {(a.sum() + b.sum()) / count, count};
}

// The Hessian of the mean loss times a direction, for Lanczos' recursion.
class MeanHessian {
 public:
  MeanHessian(const TrainingTask& task, std::span<const double> weights, Index examples, const RunControl& control)
      : m_task(task), m_weights(weights), m_batch(static_cast<std::size_t>(examples)), m_quiet(control.quiet()) {
    std::iota(m_batch.begin(), m_batch.end(), Index{0});
  }
  // Zeros when stopped.
  void operator()(std::span<const double> direction, std::span<double> out) const {
    std::ranges::fill(out, 0.0);
    if (!m_task.addHessianProduct(m_weights, m_batch, direction, out, m_quiet)) std::ranges::fill(out, 0.0);
    for (double& value : out) value /= static_cast<double>(m_batch.size());
  }

 private:
  const TrainingTask& m_task;
  std::span<const double> m_weights;
  std::vector<Index> m_batch;
  RunControl m_quiet;
};

// All eigenvalues; empty when stopped.
std::vector<Directions> eigenvalues(const MeanHessian& hessian, Index size, const RunControl& control) {
  const auto count = static_cast<std::size_t>(size);
  std::vector<double> matrix(count * count), unit(count, 0.0);
  for (std::size_t j = 0; j < count; ++j) {
    if (control.stopRequested()) return {};
    control.report(static_cast<double>(j) / static_cast<double>(size), Core::tr("measuring curvatures"));
    unit[j] = 1;
    hessian(unit, {&matrix[j * count], count});
    unit[j] = 0;
  }
  if (control.stopRequested()) return {};
  checkAllFinite("weights", matrix);
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = j + 1; i < count; ++i)
      matrix[j * count + i] = (matrix[j * count + i] + matrix[i * count + j]) / 2;
  }
  std::vector<Directions> found;
  for (const double value : symmetricEigen(matrix, size, EigenParts::Values).values) found.push_back({value, 1});
  return found;
}

// Nodes of Lanczos' recursion, their weights as numbers of directions; empty when stopped.
std::vector<Directions> nodes(const MeanHessian& hessian, Index size, const LossSpectrumOptions& options,
                              const RunControl& control) {
  Index products = 0;
  const auto all = static_cast<double>(options.probes * std::min(options.lanczosSteps, size));
  const auto counted = [&](std::span<const double> direction, std::span<double> out) {
    control.report(std::min(1.0, static_cast<double>(products++) / all), Core::tr("measuring curvatures"));
    hessian(direction, out);
    checkAllFinite("weights", out);
  };
  std::vector<Directions> found;
  Index alike = 0;  // nodes that were joined into the last one
  for (const SpectralNode& node :
       estimateSpectrum(counted, size, options.lanczosSteps, options.probes, options.seed, control.quiet())) {
    const Directions next{node.value, node.weight * static_cast<double>(size)};
    const bool same = !found.empty() && next.curvature - found.back().curvature <= kSame * std::abs(next.curvature);
    alike = same ? alike + 1 : 1;
    if (same)
      found.back() = joined(found.back(), next);
    else
      found.push_back(next);
    // A value that every start finds is an eigenvalue, and the number of its directions is an integer.
    if (options.probes > 1 && alike == options.probes)
      found.back().count = std::max(1.0, std::round(found.back().count));
  }
  return found;
}

// Joins neighbours until there are at most `most`, the cheapest pair first: the cost of a join is the weight, d lambda,
// times the squared logarithm of the factor by which its curvature changes, as errors depend on that.
void join(std::vector<Directions>& rising, std::size_t most) {
  const auto moved = [&](std::size_t i) {
    const Directions& a = rising[i];
    const Directions& b = rising[i + 1];
    const double factor = std::log(b.curvature / a.curvature);
    return a.sum() * b.sum() / (a.sum() + b.sum()) * factor * factor;
  };
  // Values that are equal up to rounding are one.
  for (std::size_t i = 0; i + 1 < rising.size();) {
    if (rising[i + 1].curvature <= rising[i].curvature * (1 + 1e-9)) {
      rising[i] = joined(rising[i], rising[i + 1]);
      rising.erase(rising.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    } else {
      ++i;
    }
  }
  while (rising.size() > most) {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
      if (const double loss = moved(i); loss < least) {
        least = loss;
        best = i;
      }
    }
    rising[best] = joined(rising[best], rising[best + 1]);
    rising.erase(rising.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

void check(const TrainingTask& task, std::span<const double> weights, const LossSpectrumOptions& options) {
  checkPositive("learning_rate", options.learningRate);
  checkClosedInterval("learning_rate", options.learningRate, 0, 1e6);
  checkInteger("most", options.most, 1, kMostCurvatures);
  checkInteger("examples", options.examples, 1, kNoLimit);
  checkInteger("exact_parameters", options.exactParameters, 0, 4096);
  checkInteger("lanczos_steps", options.lanczosSteps, 1, 1024);
  checkInteger("probes", options.probes, 1, 64);
  checkSize("weights", std::ssize(weights), task.parameters());
  checkAllFinite("weights", weights);
}

}  // namespace

std::optional<std::vector<double>> trainedWeights(const TrainingTask& task, const ShortTraining& training,
                                                  std::uint64_t seed, const RunControl& control) {
  checkInteger("steps", training.steps, 1, 1'000'000);
  checkInteger("batch", training.batch, 1, kNoLimit);
  checkPositive("learning_rate", training.learningRate);
  checkClosedInterval("learning_rate", training.learningRate, 0, 1e6);
  TrainingTask::checkClipNorm(training.clipNorm);
  const Index batch = std::min(training.batch, task.examples());
  const std::vector<Index> order = seededOrder(seed, SeedUse::Batches, task.examples());
  std::vector<double> weights = task.start(seed), sum(weights.size());
  std::vector<Index> taken(static_cast<std::size_t>(batch));
  std::size_t next = 0;
  for (Index step = 0; step < training.steps; ++step) {
    control.report(static_cast<double>(step) / static_cast<double>(training.steps), Core::tr("training without noise"));
    for (Index& example : taken) {
      example = order[next];
      next = next + 1 == order.size() ? 0 : next + 1;
    }
    std::ranges::fill(sum, 0.0);
    ClipCounts counts;
    if (control.stopRequested() ||
        !task.addClippedGradients(weights, taken, training.clipNorm, sum, counts, control.quiet()))
      return std::nullopt;
    for (std::size_t j = 0; j < weights.size(); ++j)
      weights[j] -= training.learningRate * sum[j] / static_cast<double>(batch);
    const bool fits = std::ranges::all_of(weights, [](double weight) { return std::abs(weight) <= kMostWeight; });
    if (!fits)
      throw InvalidArgument("learning_rate", training.learningRate,
                            {Core::tr("a smaller one: within %1 steps the weights leave 10^100"), step + 1});
  }
  return weights;
}

std::optional<LossSpectrum> lossSpectrum(const TrainingTask& task, std::span<const double> weights,
                                         const LossSpectrumOptions& options, const RunControl& control) {
  check(task, weights, options);
  LossSpectrum found;
  found.parameters = task.parameters();
  found.examples = std::min(options.examples, task.examples());
  found.exact = found.parameters <= options.exactParameters;
  const MeanHessian hessian(task, weights, found.examples, control);
  const std::vector<Directions> all = found.exact ? eigenvalues(hessian, found.parameters, control)
                                                  : nodes(hessian, found.parameters, options, control);
  if (control.stopRequested() || all.empty()) return std::nullopt;
  if (!found.exact) found.probes = options.probes;
  found.least = all.front().curvature;
  found.largest = all.back().curvature;
  const double flat = kFlat * std::max(std::abs(found.least), std::abs(found.largest));
  std::vector<Directions> rising;
  for (Directions each : all) {
    if (std::abs(each.curvature) <= flat) {
      found.flat += each.count;
      continue;
    }
    if (each.curvature < 0) {
      found.falling += each.count;
      found.fallingSum -= each.sum();
      continue;
    }
    found.rising += each.count;
    found.risingSum += each.sum();
    const double step = options.learningRate * each.curvature;
    if (step > 2) {
      found.unstable += each.count;
      found.unstableSum += each.sum();
    }
    if (step > 1) {
      found.steep += each.count;
      found.steepSum += each.sum();
    }
    // All steep ones count as 1 / learning rate, before any is joined to one that is not; weights stay.
    if (step > 1) each = {1 / options.learningRate, each.sum() * options.learningRate};
    rising.push_back(each);
  }
  if (rising.empty())
    throw InvalidArgument("spectrum", Core::tr("a loss that curves upwards in no direction"),
                          Core::tr("weights nearer to a minimum"));
  found.joined = std::ssize(rising);
  join(rising, static_cast<std::size_t>(options.most));
  std::vector<Curvature> curvatures;
  for (const Directions& each : rising) {
    const double step = rounded(std::min(1.0, options.learningRate * each.curvature), 6);
    const double weight = rounded(each.sum(), 6);
    if (!curvatures.empty() && curvatures.back().step == step)
      curvatures.back().weight += weight;  // both count as 1
    else
      curvatures.push_back({step, weight});
  }
  found.spectrum = Spectrum(std::move(curvatures));
  return found;
}

std::vector<Text> LossSpectrum::notes() const {
  const auto share = [](double part, double whole) { return rounded(100 * part / whole, 3); };
  std::vector<Text> all;
  if (exact)
    all.push_back({Core::tr("All %1 curvatures of the loss of %2 examples."), parameters, examples});
  else
    all.push_back({Core::tr("An estimate for %1 weights, of the loss of %2 examples, from %3 random directions."),
                   parameters, examples, probes});
  if (joined > std::ssize(spectrum.curvatures()))
    all.push_back({Core::tr("%1 curvatures above 0 were joined to %2, which keeps their sum."), joined,
                   std::ssize(spectrum.curvatures())});
  if (falling > 0)
    all.push_back({Core::tr("Left out: %1 directions that curve downwards, %2 % of all that is curved; no minimum "
                            "holds the noise there."),
                   rounded(falling, 3), share(fallingSum, fallingSum + risingSum)});
  if (flat > 0)
    all.push_back({Core::tr("Left out: %1 flat directions, where noise adds nothing to the loss."), rounded(flat, 3)});
  if (steep > 0)
    all.push_back({Core::tr("Counted as 1: %1 directions (%2 % of the weight) whose learning rate times curvature is "
                            "above 1, as steps go beyond the bottom."),
                   rounded(steep, 3), share(steepSum, risingSum)});
  if (unstable > 0)
    all.push_back(
        {Core::tr("In %1 of them it is above 2: there even steps without noise lead upwards."), rounded(unstable, 3)});
  return all;
}

}  // namespace noiseloom
