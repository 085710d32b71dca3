#include "core/strategy/strategy_kind.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/errors.h"
#include "core/error/error_profile.h"
#include "core/error/error_summary.h"
#include "core/io/foreign_strategy.h"
#include "core/noise/exact_release.h"
#include "core/noise/noise_recipe.h"
#include "core/noise/noise_shape.h"
#include "core/noise/noise_statistics.h"
#include "core/noise/noise_stream.h"
#include "core/participation/participation.h"
#include "core/scenario/imported_strategy.h"
#include "core/strategy/matrix_picture.h"
#include "core/strategy/strategy_body.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

/// A kind that the program does not have: C[i, i] = 1 and C[i, i - 1] = ratio^i, which no series of coefficients makes.
class FadingStrategy {
 public:
  static const StrategyKind kind;

  FadingStrategy(Index iterations, double ratio) : m_iterations(iterations), m_ratio(1, ratio) {}

  Index iterations() const { return m_iterations; }
  Index bands() const { return std::min<Index>(2, m_iterations); }
  std::span<const double> ratio() const { return m_ratio; }
  double below(Index row) const { return std::pow(m_ratio[0], static_cast<double>(row)); }
  double entry(Index row, Index column) const { return row == column ? 1 : row == column + 1 ? below(row) : 0; }
  double inverseEntry(Index row, Index column) const {
    double product = row < column ? 0 : 1;
    for (Index i = column + 1; i <= row; ++i) product *= -below(i);
    return product;
  }
  double columnNormSquared(Index column) const {
    return 1 + (column + 1 < m_iterations ? below(column + 1) * below(column + 1) : 0);
  }
  void multiply(std::span<const double> x, std::span<double> out) const {
    for (Index i = m_iterations - 1; i >= 0; --i) at(out, i) = at(x, i) + (i > 0 ? below(i) * at(x, i - 1) : 0);
  }
  void solve(std::span<const double> z, std::span<double> out) const {
    for (Index i = 0; i < m_iterations; ++i) at(out, i) = at(z, i) - (i > 0 ? below(i) * at(out, i - 1) : 0);
  }
  FadingStrategy withIterations(Index iterations) const { return {iterations, m_ratio[0]}; }

 private:
  template <class Value>
  static Value& at(std::span<Value> values, Index i) {
    return values[static_cast<std::size_t>(i)];
  }

  Index m_iterations;
  std::vector<double> m_ratio;
};

const StrategyKind FadingStrategy::kind{
    .id = "fading",
    .since = 10,
    .banded = true,
    .shapes =
        [](const StrategySizes&) {
          return std::vector<NamedShape>{{"ratio", {1}}};
        },
    .arrays =
        [](const Strategy& strategy) {
          return std::vector{vectorOf("ratio", valueOf<FadingStrategy>(strategy).ratio())};
        },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      return FadingStrategy(sizes.iterations, take("ratio").front());
    },
    .leastIterations = [](const Strategy&) { return Index{1}; },
    .equalNorms = [](const Strategy& strategy) { return normsAreFirst(strategy, 1, strategy.iterations()); },
    .numbers =
        [](const Strategy& strategy) {
          return std::vector{listOf("ratio", valueOf<FadingStrategy>(strategy).ratio())};
        },
    .recurrence = rowRecurrence,
};

constexpr Index kSteps = 12;

DenseStrategy threeStamps() {
  return {kSteps, 5, {1, 0, 0, 0, 0, .5, 1, 0, 0, 0, .3, .4, 2, 0, 0, .2, .1, .7, 1, 0, .1, .1, .2, .3, 1}};
}

std::vector<Strategy> oneOfEachKind() {
  std::mt19937_64 random(3);
  return {IdentityStrategy(kSteps),
          ToeplitzStrategy(kSteps, {2, 1, 0.5}),
          ToeplitzStrategy(kSteps, {2, 1, 0.5}, ColumnScaling::Normalized),
          randomBanded(random, kSteps, 3),
          InverseToeplitzStrategy(kSteps, {1, -0.5, -0.1}),
          InverseToeplitzStrategy(kSteps, {1, -0.5}, ColumnScaling::Normalized),
          threeStamps(),
          BltStrategy(kSteps, {0.9, 0.5}, {0.7, 0.3}),
          TreeStrategy(kSteps),
          TreeStrategy(kSteps, TreeEstimate::OwnNode),
          RecursiveBltStrategy(kSteps, 4, {1, 0.8}, {0.9, 0.8}, {0.7, 0.6}),
          FadingStrategy(kSteps, 0.9)};
}

std::map<std::string, std::vector<double>> arraysOf(const Strategy& strategy) {
  std::map<std::string, std::vector<double>> arrays;
  for (const StrategyArray& array : strategyArrays(strategy))
    arrays[array.name] = {array.values.begin(), array.values.end()};
  return arrays;
}

TEST(StrategyKind, EachHasItsNameAndAnExample) {
  std::set<std::string_view> ids, shown;
  for (const StrategyKind* kind : strategyKinds()) {
    EXPECT_TRUE(ids.insert(kind->id).second) << kind->id;
    EXPECT_EQ(strategyKindFromName(kind->id), kind);
  }
  EXPECT_EQ(strategyKindFromName(""), nullptr);
  EXPECT_EQ(strategyKindFromName("fading"), nullptr);  // of this file alone
  for (const Strategy& strategy : oneOfEachKind()) shown.insert(strategy.kind().id);
  ids.insert("fading");
  EXPECT_EQ(shown, ids);
}

TEST(StrategyKind, MakesTheSameStrategyOfSizesAndArrays) {
  for (const Strategy& strategy : oneOfEachKind()) {
    SCOPED_TRACE(strategy.kindName());
    const StrategySizes sizes = sizesOf(strategy);
    std::map<std::string, std::vector<Index>> shapes;
    for (const StrategyArray& array : strategyArrays(strategy)) {
      shapes[array.name] = array.shape;
      EXPECT_TRUE(follows(array, array.values));
    }
    for (const NamedShape& expected : strategy.kind().shapes(sizes)) {
      EXPECT_EQ(shapes[std::string(expected.name)], expected.shape) << expected.name;
      shapes.erase(std::string(expected.name));
    }
    EXPECT_TRUE(shapes.empty());

    auto arrays = arraysOf(strategy);
    const Strategy made = strategy.kind().make(sizes, [&](const char* name) { return std::move(arrays.at(name)); });
    EXPECT_EQ(&made.kind(), &strategy.kind());
    EXPECT_EQ(arraysOf(made), arraysOf(strategy));
    EXPECT_EQ(denseOf(made), denseOf(strategy));
    EXPECT_EQ(sha256OfStrategy(made), sha256OfStrategy(strategy));
    EXPECT_TRUE(shareData(strategy, Strategy(strategy)));
  }
}

TEST(StrategyKind, SharesDataWithCopiesAlone) {
  const std::vector<Strategy> all = oneOfEachKind();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) EXPECT_EQ(shareData(all[i], all[j]), i == j) << i << " " << j;
  }
  const ToeplitzStrategy toeplitz(4, {1, 0.5});
  EXPECT_TRUE(shareData(toeplitz, Strategy(toeplitz)));
  EXPECT_FALSE(shareData(toeplitz, ToeplitzStrategy(4, {1, 0.5})));
  EXPECT_FALSE(shareData(IdentityStrategy(4), IdentityStrategy(5)));
}

// y of all steps, from the parts of the recurrence by their names alone, as a device makes it.
std::vector<double> byParts(const Strategy& strategy, const std::vector<double>& z) {
  std::vector<double> y;
  std::vector<double> buffers;
  for (Index i = 0; i < strategy.iterations(); ++i) {
    std::map<std::string_view, std::vector<double>> parts;
    for (const NamedNumbers& part : strategy.kind().recurrence(strategy, i)) {
      std::size_t size = 1;
      for (const Index length : part.shape) size *= static_cast<std::size_t>(length);
      EXPECT_EQ(part.values.size(), size) << part.name;
      parts[part.name] = part.values;
    }
    const auto at = static_cast<std::size_t>(i);
    const std::vector<double> weights = parts.contains("weights") ? parts["weights"] : std::vector<double>();
    double sum = z[at];
    switch (strategy.kind().form) {
      case NoiseForm::Rows:
        for (std::size_t lag = 1; lag < weights.size() && lag <= at; ++lag) sum -= weights[lag] * y[at - lag];
        sum /= weights[0];
        break;
      case NoiseForm::Columns:
        sum = 0;
        for (std::size_t lag = 0; lag < weights.size(); ++lag) sum += weights[lag] * z[at - lag];
        break;
      case NoiseForm::Buffers:
        buffers.resize(parts["inverse_buf_decay"].size());
        for (std::size_t m = 0; m < buffers.size(); ++m) {
          sum += parts["inverse_output_scale"][m] * buffers[m];
          buffers[m] = parts["inverse_buf_decay"][m] * buffers[m] + z[at];
        }
        break;
      case NoiseForm::Tree:
        EXPECT_EQ(parts.size(), 1U);
        EXPECT_EQ(parts.count("own_weight"), 1U);
        return {};
      case NoiseForm::Blocks:
        EXPECT_EQ(parts.size(), 4U);
        EXPECT_EQ(parts["block_size"].front(), 4);
        return {};
    }
    y.push_back(sum);
  }
  return y;
}

TEST(StrategyKind, PartsOfTheRecurrenceMakeTheNoise) {
  for (const Strategy& strategy : oneOfEachKind()) {
    SCOPED_TRACE(strategy.kindName());
    std::vector<double> z(static_cast<std::size_t>(kSteps)), expected(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = std::sin(3.0 * static_cast<double>(i) + 1);
    const std::vector<double> y = byParts(strategy, z);
    EXPECT_EQ(y.empty(), !strategy.rowsAreSteps());  // those two are held against core by the tests of Python
    if (y.empty()) continue;
    strategy.solve(z, expected);
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(y[i], expected[i], 1e-12) << i;
  }
}

// One class and its kind, both of this file: every room answers for it as for the same matrix stored by its bands.
TEST(StrategyKind, ANewOneNeedsOneFile) {
  const Strategy fading = FadingStrategy(kSteps, 0.9);
  const Strategy banded = bandedOf(fading);
  EXPECT_TRUE(fading.rowsAreSteps());
  EXPECT_FALSE(fading.isIdentity());
  EXPECT_EQ(fading.kindName(), "fading");
  EXPECT_EQ(fading.as<BandedStrategy>(), nullptr);
  EXPECT_EQ(fading.as<FadingStrategy>()->ratio()[0], 0.9);
  EXPECT_EQ(denseOf(fading), denseOf(banded));
  EXPECT_EQ(fading.withIterations(5).entry(4, 3), fading.entry(4, 3));
  EXPECT_EQ(fading.noiseRows(), 1);
  EXPECT_EQ(fading.memoryBytes(), 0);

  for (const Workload& workload :
       {Workload::prefix(), Workload::learningRates(std::vector<double>(kSteps, 0.5), 0.9)}) {
    const ErrorSummary error = errorOf(fading, workload), expected = errorOf(banded, workload);
    ASSERT_TRUE(error.valid);
    EXPECT_NEAR(error.variance.mean, expected.variance.mean, 1e-12 * expected.variance.mean);
    const ErrorProfile profile = errorProfile(fading, workload, 128);
    ASSERT_TRUE(profile.valid);
    EXPECT_NEAR(profile.variances.back(), expected.variance.last, 1e-12 * expected.variance.last);
  }
  for (const Participation& participation :
       {Participation::single(), Participation::fixedEpochOrder(3, 4), Participation::fixedEpochOrder(12, 1),
        Participation::onceEachEpoch(3, 4), Participation::minSeparation(3, 4), Participation::minSeparation(6, 1)}) {
    const Sensitivity found = sensitivityOf(fading, participation), expected = sensitivityOf(banded, participation);
    EXPECT_NEAR(found.value, expected.value, 1e-12) << toString(participation.schema);
    EXPECT_EQ(found.kind, expected.kind);
  }
  const BinGram bins = binGram(fading, 3), binsOfBands = binGram(banded, 3);
  for (std::size_t i = 0; i < bins.values.size(); ++i) EXPECT_NEAR(bins.values[i], binsOfBands.values[i], 1e-13);

  std::array<std::uint8_t, SecretKey::kBytes> key{};
  const auto source = std::make_shared<const GaussianSource>(SecretKey::fromBytes(key));
  NoiseStream noise(fading, source, 1, 0, 9, NumberType::Float64), same(banded, source, 1, 0, 9, NumberType::Float64);
  for (Index step = 0; step < kSteps; ++step) {
    std::vector<double> out(9), expected(9);
    noise.next(std::span(out));
    same.next(std::span(expected));
    EXPECT_EQ(out, expected);
  }
  EXPECT_EQ(noiseRecipe(fading).formula, noiseRecipe(banded).formula);
  EXPECT_EQ(noiseShapeOf(fading).route, NoiseRoute::Banded);
  EXPECT_EQ(noiseShapeOf(fading).rows, 1);
  const std::vector<double> row = noisingRow(fading, 7, 20), rowOfBands = noisingRow(banded, 7, 20);
  ASSERT_EQ(row.size(), rowOfBands.size());
  for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row[i], rowOfBands[i], 1e-13);

  for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse, MatrixOf::ErrorFactor, MatrixOf::Gram}) {
    const auto matrix = DesignMatrix::prepare(fading, which), ofBands = DesignMatrix::prepare(banded, which);
    for (Index i = 0; i < kSteps; ++i) {
      for (Index j = 0; j < kSteps; ++j) EXPECT_NEAR(matrix->entry(i, j), ofBands->entry(i, j), 1e-13);
    }
  }

  const ImportedStrategy imported("fading.npz", "", sha256OfStrategy(fading), fading);
  EXPECT_EQ(imported.at(30).iterations(), 30);
}

}  // namespace
}  // namespace noiseloom
