#include "core/accounting/samplings/capped_poisson.h"

#include <cmath>
#include <tuple>
#include <utility>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/grid/loss_grid.h"
#include "core/accounting/grid/shifted_pair.h"
#include "core/accounting/losses/binomial.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kNegligible = 1e-7;  // of delta: what may be cut from the losses of all steps, which still counts
constexpr double kMostGridNodes = 1 << 18;

/// What a step's e^L adds to the variance of the whole, as far as it is common.
double varianceOf(double q, double distance, double sigma) {
  return std::min(1.0, q * q * std::expm1(std::min(600.0, distance * distance / (sigma * sigma))));
}

LossMasses plainLosses(const LossGrid& grid) {
  LossMasses losses;
  losses.anchor = grid.anchor();
  losses.spacing = grid.spacing();
  losses.first = grid.first();
  losses.masses = grid.masses();
  losses.infiniteP = grid.lost(Direction::Remove);
  losses.infiniteQ = grid.lost(Direction::Add);
  return losses;
}

/// weight x rare + (1 - weight) x plain, the nodes of `rare` being every ratio-th of the other's lattice.
LossMasses mixed(const LossMasses& rare, Index ratio, const LossMasses& plain, double weight) {
  LossMasses sum;
  sum.anchor = plain.anchor;
  sum.spacing = plain.spacing;
  sum.first = std::min(ratio * rare.first, plain.first);
  const Index end = std::max(ratio * (rare.first + rare.size() - 1) + 1, plain.first + plain.size());
  sum.masses.assign(end - sum.first, 0.0);
  for (const auto& [part, share, stride] :
       {std::tuple{&rare, weight, ratio}, std::tuple{&plain, 1 - weight, Index{1}}}) {
    for (Index i = 0; i < part->size(); ++i)
      sum.masses[stride * (part->first + i) - sum.first] += share * part->masses[i];
    sum.infiniteP += share * part->infiniteP;
    sum.infiniteQ += share * part->infiniteQ;
  }
  return sum;
}

}  // namespace

CapEffect capEffect(Index examples, double q, Index largestBatch) {
  const double logFull = binomialTails(examples - 1, q, largestBatch).logAtLeast;
  if (!std::isfinite(logFull)) return {};
  const double logOver = binomialTails(examples, q, largestBatch + 1).logAtLeast;
  const double rate =
      std::exp(std::log(static_cast<double>(largestBatch) / static_cast<double>(examples)) + logOver - logFull);
  // q K/(Mo + 1) is at most q K/(K + 1).
  return {std::exp(logFull), std::min(rate, q)};
}

CappedPoisson::CappedPoisson(CappedSampling sampling) : m_sampling(std::move(sampling)) {
  if (m_sampling.examples.empty()) throw InvalidArgument("examples", Index{0}, Core::tr("at least one number"));
  for (const Index examples : m_sampling.examples) checkInteger("examples", examples, 1, kNoLimit);
  calibration::checkSamplingProbability(m_sampling.samplingProbability);
  checkInteger("largest_batch", m_sampling.largestBatch, 1, kNoLimit);
  calibration::checkCompositions(m_sampling.compositions);
  for (const Index examples : m_sampling.examples)
    m_effects.push_back(capEffect(examples, m_sampling.samplingProbability, m_sampling.largestBatch));
}

std::optional<SchemeDelta> CappedPoisson::bound(double sigma, double epsilon, const SchemePrecision& precision,
                                                const RunControl& control) const {
  const double q = m_sampling.samplingProbability;
  const auto count = static_cast<double>(m_sampling.compositions);
  const double negligible = kNegligible * std::exp(std::max(precision.logDelta, -600.0)) / count;
  const SubsampledGaussian step{sigma, q, m_sampling.adjacency};
  const auto [least, most] = step.relevantOutcomes(0, std::log(negligible));

  double variance = 0;
  for (const CapEffect& effect : m_effects) {
    const double own = (1 - effect.full) * varianceOf(q, 1, sigma) +
                       effect.full * std::min(varianceOf(effect.rate, 2, sigma), varianceOf(q, 1, sigma));
    variance = variance == 0 ? own : std::min(variance, own);
  }
  double range = step.loss(most) - (step.replacesOne() ? -step.loss(most) : step.anchor());
  for (const CapEffect& effect : m_effects) {
    if (effect.full > 0) range = std::max(range, rangeOf({sigma, effect.rate, 2, 0}, negligible));
  }
  const double spacing = std::max(std::min(std::sqrt(variance) / precision.fineness, 0.2), range / kMostGridNodes);

  auto grid = LossGrid::build({step, 1}, {spacing, least, most}, control);
  if (!grid) return std::nullopt;
  const LossMasses plain = plainLosses(*grid);
  SchemeDelta worst{-1e300, -1e300, std::sqrt(variance) / spacing, 0, 0};
  // Two cases a size, the last one first: its directions.
  const auto sizes = std::ssize(m_effects);
  for (Index turn = 0; turn < sizes; ++turn) {
    const Index size = (precision.first / 2 + turn) % sizes;
    const CapEffect& effect = m_effects[sizes - 1 - size];
    LossMasses losses = plain;
    if (effect.full > 0) {
      // The rarer it is the coarser its grid may be, as far as its own losses are distinguished. As fine as asked for
      // it errs like the other, so that grids tell of finer ones.
      const double coarsest = std::min(0.2, std::min(0.8, 4 / sigma) / precision.fineness);
      const auto ratio = static_cast<Index>(std::max(1.0, std::min(0.6 / std::sqrt(effect.full), coarsest / spacing)));
      const ShiftedPairPlan plan{plain.anchor, static_cast<double>(ratio) * spacing, negligible};
      std::optional<LossMasses> full;
      switch (m_sampling.adjacency) {
        case Adjacency::AddRemove: full = lossesOf({sigma, effect.rate, 2, 0}, plan, control); break;
        case Adjacency::ZeroOut:  // the zeroed example takes its place all the same
          full = lossesOf({sigma, effect.rate, 2, 1}, plan, control);
          break;
        case Adjacency::ReplaceOne: full = symmetrisedLosses({sigma, effect.rate, 2, 0}, plan, control); break;
      }
      if (!full) return std::nullopt;
      losses = mixed(*full, ratio, plain, effect.full);
    }
    for (const Index other : {Index{0}, Index{1}}) {
      const Index turned = (precision.first + other) % 2;
      const Direction direction = turned == 0 ? Direction::Remove : Direction::Add;
      if (step.replacesOne() && direction == Direction::Add) continue;
      const auto delta = composedDelta(losses, m_sampling.compositions, direction, epsilon, control,
                                       precision.both ? -HUGE_VAL : worst.worst());
      if (!delta) return std::nullopt;
      if (delta->logDelta > worst.worst()) {
        worst.allowance = delta->rounding;
        worst.worstCase = 2 * size + turned;
      }
      double& known = direction == Direction::Remove ? worst.logRemove : worst.logAdd;
      known = std::max(known, delta->logDelta);
      if (step.replacesOne()) worst.logAdd = worst.logRemove;
      if (worst.worst() > precision.enough) return worst;
    }
  }
  return worst;
}

double CappedPoisson::sensitivity() const {
  const bool cut = mostFull() > 0;
  double one = 1;
  if (m_sampling.adjacency == Adjacency::ReplaceOne) {
    one = 2;
  } else if (cut) {
    one = m_sampling.adjacency == Adjacency::ZeroOut ? 3 : 2;
  }
  return one * std::sqrt(static_cast<double>(m_sampling.compositions));
}

double CappedPoisson::seenAtAll() const {
  double most = 0;
  for (const CapEffect& effect : m_effects)
    most = std::max(most, (1 - effect.full) * m_sampling.samplingProbability + effect.full * effect.rate);
  return most < 1 ? calibration::sampledAtAll(most, m_sampling.compositions) : 1;
}

double CappedPoisson::limitMu(double sigma) const {
  const double q = m_sampling.samplingProbability, inverse = std::min(300.0, 1 / (sigma * sigma));
  const double times = m_sampling.adjacency == Adjacency::ReplaceOne ? 4 : 1;
  double most = 0;
  for (const CapEffect& effect : m_effects) {
    most = std::max(most, (1 - effect.full) * times * q * q * std::expm1(inverse) +
                              effect.full * effect.rate * effect.rate * std::expm1(std::min(300.0, 4 * inverse)));
  }
  return std::sqrt(static_cast<double>(m_sampling.compositions) * most);
}

double CappedPoisson::mostFull() const {
  double most = 0;
  for (const CapEffect& effect : m_effects) most = std::max(most, effect.full);
  return most;
}

double logCapReached(Index batches, Index examples, double p, Index largestBatch) {
  return std::min(0.0,
                  std::log(static_cast<double>(batches)) + binomialTails(examples - 1, p, largestBatch).logAtLeast);
}

Index leastCap(Index batches, Index examples, double p, double logProbability) {
  return std::max<Index>(1, binomialBound(examples - 1, p, logProbability - std::log(static_cast<double>(batches))));
}

}  // namespace noiseloom
