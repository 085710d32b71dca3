#include "core/accounting/grid/loss_masses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>

#include "core/accounting/grid/loss_grid.h"
#include "core/accounting/grid/shifted_pair.h"

namespace noiseloom {
namespace {

/// The same law on every ratio-th node, each node's mass between its neighbours there so that Q's mean of e^L is kept.
LossMasses coarsened(const LossMasses& fine, Index ratio) {
  LossMasses coarse = fine;
  coarse.spacing *= static_cast<double>(ratio);
  const auto down = [&](Index node) {
    return static_cast<Index>(std::floor(static_cast<double>(node) / static_cast<double>(ratio)));
  };
  coarse.first = down(fine.first);
  coarse.masses.assign(static_cast<std::size_t>(down(fine.first + fine.size() - 1) - coarse.first + 2), 0.0);
  for (Index i = 0; i < fine.size(); ++i) {
    const Index node = down(fine.first + i);
    const double within = static_cast<double>(fine.first + i - node * ratio) * fine.spacing;
    const double share = std::expm1(within) / std::expm1(coarse.spacing);
    const auto at = static_cast<std::size_t>(node - coarse.first);
    const double mass = fine.masses[static_cast<std::size_t>(i)];
    coarse.masses[at] += mass * (1 - share) * std::exp(-within);
    coarse.masses[at + 1] += mass * share * std::exp(coarse.spacing - within);
  }
  return coarse;
}

double massAt(const LossMasses& losses, Index node) {
  const Index i = node - losses.first;
  return i < 0 || i >= losses.size() ? 0 : losses.masses[static_cast<std::size_t>(i)];
}

TEST(LossMasses, OfAPairAreTheSameInNarrowAndInWideCells) {
  for (const double q : {1e-4, 0.1, 0.7, 1.0}) {
    for (const double down : {0.0, 1.0}) {
      for (const double sigma : {0.4, 1.0, 6.0}) {
        SCOPED_TRACE(testing::Message() << "q " << q << " down " << down << " sigma " << sigma);
        const ShiftedPair pair{sigma, q, 2, down};
        const double anchor = q < 1 ? std::log1p(-0.9 * q) : 0, spacing = 0.004 / sigma;
        const auto fine = lossesOf(pair, {anchor, spacing, 1e-14}, {});
        const auto coarse = lossesOf(pair, {anchor, 32 * spacing, 1e-14}, {});
        ASSERT_TRUE(fine && coarse);
        EXPECT_NEAR(fine->massOfQ(), 1 - fine->infiniteQ, 1e-11);
        EXPECT_NEAR(coarse->massOfQ(), 1 - coarse->infiniteQ, 1e-8);
        const LossMasses same = coarsened(*fine, 32);
        for (Index node = same.first - 1; node < same.first + same.size(); ++node)
          EXPECT_NEAR(massAt(*coarse, node), massAt(same, node), 1e-8) << node;
      }
    }
  }
}

TEST(LossMasses, OfOneSidedPairsAreThoseOfTheSampledGaussian) {
  for (const double q : {1e-5, 0.02, 0.6}) {
    for (const double sigma : {0.5, 1.0, 8.0}) {
      for (const double spacing : {0.001, 0.03, 0.4}) {
        SCOPED_TRACE(testing::Message() << "q " << q << " sigma " << sigma << " spacing " << spacing);
        const SubsampledGaussian step{sigma, q};
        const auto masses = lossesOf({sigma, q, 1, 0}, {step.anchor(), spacing, 1e-13}, {});
        const auto grid = LossGrid::build({step, 1}, {spacing, -8 * sigma, 1 + 8 * sigma}, {});
        ASSERT_TRUE(masses && grid);
        for (Index i = 0; i < grid->size(); ++i) {
          const double mass = grid->masses()[static_cast<std::size_t>(i)];
          EXPECT_NEAR(massAt(*masses, grid->first() + i), mass, 1e-12 + 1e-9 * mass) << i;
        }
      }
    }
  }
}

TEST(LossMasses, OneMechanismsDeltaIsASum) {
  for (const double spacing : {0.003, 0.11, 12.0}) {
    for (const Index size : {5, 33, 300}) {
      LossMasses losses;
      losses.anchor = 0.0217 * spacing;
      losses.spacing = spacing;
      losses.first = -size / 3;
      for (Index i = 0; i < size; ++i)
        losses.masses.push_back((1 + static_cast<double>(i % 7)) *
                                std::exp(1.2 * std::min(0.0, losses.loss(i)) - 0.4 * std::max(0.0, losses.loss(i))));
      const double total = std::accumulate(losses.masses.begin(), losses.masses.end(), 0.0);
      for (double& mass : losses.masses) mass /= total;
      for (const double epsilon : {0.0, losses.loss(size / 3 + 1), 0.37 * losses.loss(size - 1)}) {
        SCOPED_TRACE(testing::Message() << "spacing " << spacing << " size " << size << " epsilon " << epsilon);
        double remove = 0, add = 0;
        for (Index i = 0; i < size; ++i) {
          const double mass = losses.masses[static_cast<std::size_t>(i)], loss = losses.loss(i);
          if (loss > epsilon) remove -= mass * std::expm1(epsilon - loss);
          if (-loss > epsilon) add -= mass * std::exp(-loss) * std::expm1(epsilon + loss);
        }
        const auto first = composedDelta(losses, 1, Direction::Remove, epsilon, {});
        const auto second = composedDelta(losses, 1, Direction::Add, epsilon, {});
        ASSERT_TRUE(first && second);
        for (const auto& [bound, sum] : {std::pair{first, remove}, {second, add}}) {
          if (!(sum > 1e-40)) continue;
          EXPECT_GE(bound->logDelta, std::min(0.0, std::log(sum)) - 1e-12);
          if (bound->rounding < 1 && bound->logDelta < 0) {
            EXPECT_NEAR(bound->logDelta - bound->rounding, std::log(sum), 1e-10);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
