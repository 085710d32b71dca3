#include "core/design/class_lower_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/base/errors.h"
#include "core/error/error_summary.h"
#include "core/error/lower_bound.h"
#include "core/error/nuclear_norm.h"
#include "core/strategy/strategy.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

constexpr ErrorObjective kMean = ErrorObjective::Mean;

double errorTimesSensitivity(const ToeplitzStrategy& strategy, const Workload& workload, const Participation& schema,
                             ErrorObjective objective) {
  return sensitivityOf(strategy, schema).value * std::sqrt(errorOf(strategy, workload).variance[objective]);
}

// By another program: least ||c|| ||W^(1/2) d|| with c d = A (or A times the comb) by a general optimiser on dense
// matrices, where the largest singular value of H W^(-1/2) was seen to be the pair's own to 1e-14.
TEST(ClassBound, ToeplitzIsTheOptimumOfItsClass) {
  const Workload prefix = Workload::prefix();
  const Workload momentum = Workload::sgd(1, 0.9);
  struct Case {
    const Workload* workload;
    Index n, bands;
    double value;
  };
  for (const auto& [workload, n, bands, value] :
       {Case{&prefix, 16, 16, 1.7504281398183152}, Case{&prefix, 16, 2, 2.282909758778602},
        Case{&prefix, 128, 128, 2.3971778846699903}, Case{&prefix, 128, 8, 3.4328248088542748},
        Case{&prefix, 512, 512, 2.8363484016548046}, Case{&prefix, 512, 32, 3.849709879548557},
        Case{&momentum, 128, 128, 14.262983268268298}, Case{&momentum, 128, 16, 19.92550906144475}}) {
    const double bound = toeplitzClassLowerBound(*workload, n, bands, Participation::single(), kMean);
    EXPECT_LE(bound, value) << n << " " << bands;
    EXPECT_GE(bound, value * (1 - 1e-6)) << n << " " << bands;
  }
  // Several participations: of a comb.
  for (const auto& [n, hits, value] : {std::tuple{Index{512}, Index{8}, 7.1603132822436235},
                                       {Index{512}, Index{16}, 11.88362295530216},
                                       {Index{1000}, Index{20}, 14.628346237719857}}) {
    const double bound = toeplitzClassLowerBound(prefix, n, n, Participation::minSeparation(hits, n / hits), kMean);
    EXPECT_LE(bound, value) << n << " " << hits;
    EXPECT_GE(bound, value * (1 - 1e-6)) << n << " " << hits;
  }
}

TEST(ClassBound, TheSquareRootIsBestForTheLargestError) {
  for (const Index n : {Index{1}, Index{2}, Index{100}, Index{3000}}) {
    double c = 1, squares = 1;
    for (Index i = 1; i < n; ++i) {
      c *= (static_cast<double>(i) - 0.5) / static_cast<double>(i);
      squares += c * c;
    }
    for (const ErrorObjective objective : {ErrorObjective::Max, ErrorObjective::Last}) {
      const double bound = toeplitzClassLowerBound(Workload::prefix(), n, n, Participation::single(), objective);
      EXPECT_LE(bound, squares) << n;
      EXPECT_GE(bound, squares * (1 - 1e-6)) << n;
    }
  }
}

TEST(ClassBound, NoToeplitzStrategyIsBetter) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto someIndex = [&](Index most) { return 1 + static_cast<Index>(unit(random) * static_cast<double>(most)); };
  int tried = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = std::min<Index>(24, someIndex(24));
    const Index bands = std::min(n, someIndex(n));
    const Index separation = std::min(n, someIndex(n));
    const Index hits = std::min<Index>(6, someIndex(6));
    const Workload workload = trial % 3 == 0   ? Workload::prefix()
                              : trial % 3 == 1 ? Workload::sgd(1, 0.9 * unit(random))
                                               : Workload::sgd(0.9, 0.8 * unit(random));
    const Participation schemas[] = {Participation::single(), Participation::minSeparation(hits, separation),
                                     Participation::fixedEpochOrder(hits, separation)};
    const Participation& schema = schemas[trial % 5 % 3];
    const ErrorObjective objective = trial % 4 < 2    ? kMean
                                     : trial % 4 == 2 ? ErrorObjective::Max
                                                      : ErrorObjective::Last;
    const double bound = toeplitzClassLowerBound(workload, n, bands, schema, objective);
    ASSERT_GT(bound, 0);
    std::vector<double> c{1};
    const double decay = unit(random);
    for (Index i = 1; i < bands; ++i) {
      const double sign = trial % 2 == 0 ? 1 : 2 * unit(random) - 1;
      c.push_back(c.back() * decay * (0.6 + 0.4 * unit(random)) * (sign == 0 ? 1 : sign));
    }
    const double error = errorTimesSensitivity(ToeplitzStrategy(n, c), workload, schema, objective);
    EXPECT_GE(error, bound) << "n " << n << " bands " << bands << " hits " << hits << " every " << separation;
    ++tried;
  }
  EXPECT_EQ(tried, 400);
}

TEST(ClassBound, FewerBandsAreNeverBetter) {
  const Participation schema = Participation::minSeparation(8, 64);
  double last = std::numeric_limits<double>::infinity();
  for (const Index bands : {1, 2, 4, 8, 16, 32, 64}) {
    const double bound = toeplitzClassLowerBound(Workload::prefix(), 512, bands, schema, kMean);
    EXPECT_LT(bound, last) << bands;
    EXPECT_GT(bound, toeplitzClassLowerBound(Workload::prefix(), 512, 512, schema, kMean)) << bands;
    last = bound;
  }
}

// The optimum over all matrices for single participation has equal norms: 2.0998564722246615 and 2.73938465609149, by
// another program (fixed point of the multipliers on dense matrices), the nuclear norm says 2.0401 and 2.6901.
TEST(ClassBound, EqualNormsAreBoundedByWeights) {
  for (const auto& [n, value] : {std::pair{Index{64}, 2.0998564722246615}, {Index{512}, 2.73938465609149}}) {
    const double bound = equalNormLowerBound(Workload::prefix(), n, Participation::single());
    EXPECT_LE(bound, value);
    EXPECT_GE(bound, value * 0.99);
    EXPECT_GT(bound, 1.01 * meanErrorLowerBound(Workload::prefix(), n, Participation::single()));
  }
}

TEST(ClassBound, NoStrategyOfEqualNormsIsBetter) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + static_cast<Index>(unit(random) * 20);
    const Index bands = 1 + static_cast<Index>(unit(random) * static_cast<double>(n - 1));
    const Index hits = 1 + static_cast<Index>(unit(random) * 4);
    const Index separation = 1 + static_cast<Index>(unit(random) * static_cast<double>(n));
    const Workload workload = trial % 2 == 0 ? Workload::prefix() : Workload::sgd(0.95, 0);
    std::vector<double> c{1};
    for (Index i = 1; i < bands; ++i)
      c.push_back(c.back() * (trial % 3 == 0 ? 1.2 * unit(random) - 0.6 : unit(random)));
    const ToeplitzStrategy strategy(n, c, ColumnScaling::Normalized);
    for (const Participation& schema : {Participation::single(), Participation::minSeparation(hits, separation)}) {
      EXPECT_GE(errorTimesSensitivity(strategy, workload, schema, kMean), equalNormLowerBound(workload, n, schema))
          << "n " << n << " bands " << bands << " hits " << hits << " every " << separation;
    }
  }
}

TEST(ClassBound, SaysWhereNothingIsKnown) {
  const Participation single = Participation::single();
  EXPECT_EQ(toeplitzClassLowerBound(Workload::learningRates({1, 2, 1}, 0), 3, 3, single, kMean), 0);
  EXPECT_EQ(toeplitzClassLowerBound(Workload::prefix(), kMostToeplitzBound + 1, 4, single, kMean), 0);
  EXPECT_EQ(toeplitzClassLowerBound(Workload::prefix(), 64, 64, single, kMean, stoppedAtOnce()), 0);
  EXPECT_THROW(toeplitzClassLowerBound(Workload::prefix(), 8, 9, single, kMean), InvalidArgument);
  EXPECT_THROW(toeplitzClassLowerBound(Workload::prefix(), 8, 0, single, kMean), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
