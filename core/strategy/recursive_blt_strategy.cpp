#include "core/strategy/recursive_blt_strategy.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// One copy of a level's BLT, or of its inverse, as it goes from block to block.
class Buffers {
 public:
  Buffers(const std::vector<double>& decays, const std::vector<double>& scales)
      : m_decays(decays), m_scales(scales), m_kept(decays.size(), 0.0) {}
  double pass(double value) {
    double sum = value;
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
      sum += m_scales[i] * m_kept[i];
      m_kept[i] = m_decays[i] * m_kept[i] + value;
    }
    return sum;
  }
  void restart() { std::ranges::fill(m_kept, 0.0); }

 private:
  const std::vector<double>& m_decays;
  const std::vector<double>& m_scales;
  std::vector<double> m_kept;
};

std::vector<double> levelPart(const std::vector<double>& all, Index level, Index levels) {
  const auto size = std::ssize(all) / levels;
  return {all.begin() + level * size, all.begin() + (level + 1) * size};
}

}  // namespace

Index RecursiveBltStrategy::levelsFor(Index iterations, Index blockSize) {
  Index levels = 1;
  for (Index rest = (iterations - 1) / blockSize; rest > 0; rest /= blockSize) ++levels;
  return levels;
}

Index RecursiveBltStrategy::blockSizeFor(Index iterations, Index levels) {
  Index least = 2, most = std::max<Index>(2, iterations);
  while (least < most) {
    const Index middle = least + (most - least) / 2;
    if (levelsFor(iterations, middle) <= levels)
      most = middle;
    else
      least = middle + 1;
  }
  return least;
}

Index RecursiveBltStrategy::positionsFor(Index iterations, Index blockSize, Index level) {
  if (level == 0) return std::min(blockSize, iterations);
  Index finished = iterations - 1;
  for (Index l = 0; l < level; ++l) finished /= blockSize;
  return std::min(blockSize - 1, finished);
}

RecursiveBltStrategy::RecursiveBltStrategy(Index iterations, Index blockSize, std::vector<double> weights,
                                           std::vector<double> theta, std::vector<double> inverseTheta)
    : m_iterations(iterations), m_blockSize(blockSize) {
  checkInteger("iterations", iterations, 1, kNoLimit / 2);
  checkInteger("block_size", blockSize, 2, kMostBlock, Core::tr("the numbers that each level keeps"));
  const Index levels = levelsFor(iterations, blockSize);
  checkSize("level_weight", std::ssize(weights), levels);
  checkAllFinite("level_weight", weights);
  for (const double weight : weights) checkPositive("level_weight", weight);
  if (theta.empty() || std::ssize(theta) % levels != 0)
    throw InvalidArgument("buf_decay", std::ssize(theta), {Core::tr("as many for each of the %1 levels"), levels});
  checkSize("inverse_buf_decay", std::ssize(inverseTheta), std::ssize(theta));
  Data data{std::move(weights), std::move(theta), std::move(inverseTheta), {}};
  Index steps = 1;
  for (Index l = 0; l < levels; ++l, steps *= blockSize) {
    const Index positions = positionsFor(iterations, blockSize, l);
    const double weight = data.weights[l];
    BltStrategy blt(positions, levelPart(data.theta, l, levels), levelPart(data.inverseTheta, l, levels));
    std::vector<double> impulse(positions, 0.0);
    impulse[0] = 1;
    std::vector<double> c(impulse), h(impulse), energies{0}, sums;
    blt.multiply(impulse, c);
    blt.solve(impulse, h);
    double sum = 0;
    for (std::size_t t = 0; t < c.size(); ++t) {
      c[t] *= weight;
      h[t] /= weight;
      energies.push_back(energies.back() + c[t] * c[t]);
      sums.push_back(sum += h[t]);
    }
    data.levels.push_back(
        {std::move(blt), weight, steps, std::move(c), std::move(energies), std::move(h), std::move(sums)});
  }
  m_data = std::make_shared<const Data>(std::move(data));
}

Index RecursiveBltStrategy::levelEndingBefore(Index step) const {
  if (step == 0) return 0;
  Index level = 0;
  for (; step % m_blockSize == 0; step /= m_blockSize) ++level;
  return level;
}

RecursiveBltStrategy::Node RecursiveBltStrategy::node(Index row) const {
  if (row < m_blockSize) return nodeOf(0, row);
  const Index run = (row - m_blockSize) / (m_blockSize + 1) + 1;
  const Index inRun = (row - m_blockSize) % (m_blockSize + 1);
  const Index step = run * m_blockSize;
  if (inRun > 0) return nodeOf(0, step + inRun - 1);
  const Index level = levelEndingBefore(step);
  return nodeOf(level, step / blockSteps(level) - 1);
}

RecursiveBltStrategy::Node RecursiveBltStrategy::nodeOf(Index level, Index block) const {
  const Index place = block % m_blockSize;
  if (level == 0) return {0, block, block, std::min(m_blockSize - place, m_iterations - block)};
  const Index finished = (m_iterations - 1) / blockSteps(level);
  return {level, block, (block + 1) * blockSteps(level), std::min(m_blockSize - 1 - place, finished - block)};
}

double RecursiveBltStrategy::entry(Index row, Index column) const {
  const Node node = this->node(row);
  const Index block = column / blockSteps(node.level);
  if (block > node.block || block / m_blockSize != node.block / m_blockSize) return 0;
  return coefficients(node.level)[node.block - block];
}

double RecursiveBltStrategy::inverseEntry(Index row, Index column) const {
  const Node node = this->node(column);
  if (row < node.step) return 0;
  const Index steps = blockSteps(node.level);
  const Index end = (node.block / m_blockSize + 1) * m_blockSize * steps;  // where the copy ends
  if (row > end) return 0;
  const Index lag = (row - node.step) / steps;
  if (row == end) {
    // All that the copy has added is taken back: the level above has it now.
    const Index rows = m_blockSize - (node.level == 0 ? 0 : 1) - node.block % m_blockSize;
    return -noisingSums(node.level)[rows - 1];
  }
  return (row - node.step) % steps == 0 ? noising(node.level)[lag] : 0;
}

double RecursiveBltStrategy::gram(Index i, Index j) const {
  if (i > j) std::swap(i, j);
  double sum = 0;
  for (Index l = 0; l < levels(); ++l) {
    const Index first = i / blockSteps(l), second = j / blockSteps(l);
    if (first / m_blockSize != second / m_blockSize) continue;
    const auto c = coefficients(l);
    const Index lag = second - first;
    for (Index t = 0; t < nodeOf(l, second).rowsLeft; ++t) sum += c[t] * c[t + lag];
  }
  return sum;
}

double RecursiveBltStrategy::columnNormSquared(Index column) const {
  double sum = 0;
  for (Index l = 0; l < levels(); ++l) {
    const Index rows = nodeOf(l, column / blockSteps(l)).rowsLeft;
    if (rows > 0) sum += energies(l)[rows];
  }
  return sum;
}

void RecursiveBltStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  std::vector<Buffers> copies;
  for (const Level& level : m_data->levels)
    copies.emplace_back(level.blt.parameters().theta, level.blt.parameters().omega);
  std::vector<double> sums(copies.size(), 0.0);  // of the block so far
  std::size_t row = 0;
  for (Index step = 0; step < m_iterations; ++step) {
    if (const std::size_t ended = levelEndingBefore(step); ended > 0) {
      out[row++] = weight(static_cast<Index>(ended)) * copies[ended].pass(sums[ended]);
      for (std::size_t l = 0; l < ended; ++l) copies[l].restart();
      std::fill_n(sums.begin(), ended + 1, 0.0);
    }
    const double value = x[step];
    for (double& sum : sums) sum += value;
    out[row++] = weight(0) * copies[0].pass(value);
  }
}

void RecursiveBltStrategy::solve(std::span<const double> z, std::span<double> out) const {
  std::vector<Buffers> copies;
  for (const Level& level : m_data->levels)
    copies.emplace_back(level.blt.parameters().inverseTheta, level.blt.parameters().inverseOmega);
  std::vector<double> sums(copies.size(), 0.0);  // what each copy has added so far
  std::size_t row = 0;
  const auto add = [&](std::size_t level) {
    const double value = copies[level].pass(z[row++]) / m_data->levels[level].weight;
    sums[level] += value;
    return value;
  };
  for (Index step = 0; step < m_iterations; ++step) {
    double y = 0;
    if (const std::size_t ended = levelEndingBefore(step); ended > 0) {
      y = add(ended);
      for (std::size_t l = 0; l < ended; ++l) {
        y -= std::exchange(sums[l], 0.0);
        copies[l].restart();
      }
    }
    out[step] = y + add(0);
  }
}

Index RecursiveBltStrategy::memoryBytes() const {
  Index numbers = 0;
  for (Index level = 0; level < levels(); ++level) numbers += 4 * (std::ssize(coefficients(level)) + buffers());
  return numbers * static_cast<Index>(sizeof(double));
}

std::vector<double> RecursiveBltStrategy::ofLevels(std::vector<double> BltParameters::*ofLevel) const {
  std::vector<double> all;
  for (Index level = 0; level < levels(); ++level) {
    const std::vector<double>& own = blt(level).parameters().*ofLevel;
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

namespace {

std::vector<NamedShape> recursiveShapes(const StrategySizes& sizes) {
  const Index levels = RecursiveBltStrategy::levelsFor(sizes.iterations, sizes.blockSize);
  std::vector<NamedShape> shapes{{"level_weight", {levels}}};
  for (const char* name : {"buf_decay", "output_scale", "inverse_buf_decay", "inverse_output_scale"})
    shapes.push_back({name, {levels, sizes.buffers}});
  return shapes;
}

std::vector<StrategyArray> recursiveArrays(const Strategy& strategy) {
  const auto& recursive = valueOf<RecursiveBltStrategy>(strategy);
  const Index levels = recursive.levels();
  const auto scales = [&](const char* name, std::vector<double> BltParameters::*ofLevel) {
    std::vector<double> all = recursive.ofLevels(ofLevel);
    StrategyArray array = levelsOf(name, all, levels, "buf_decay and inverse_buf_decay");
    return owning(std::move(array), std::move(all));
  };
  std::vector<StrategyArray> arrays;
  arrays.push_back(vectorOf("level_weight", recursive.weights()));
  arrays.push_back(levelsOf("buf_decay", recursive.theta(), levels));
  arrays.push_back(scales("output_scale", &BltParameters::omega));
  arrays.push_back(levelsOf("inverse_buf_decay", recursive.inverseTheta(), levels));
  arrays.push_back(scales("inverse_output_scale", &BltParameters::inverseOmega));
  return arrays;
}

}  // namespace

template Strategy::Strategy(RecursiveBltStrategy);

constinit const StrategyKind RecursiveBltStrategy::kind{
    .id = "recursive-blt",
    .buffers = {.least = 1, .most = kMostBltBuffers},
    .blockSize = {.least = 2, .most = kMostBlock},
    .shapes = recursiveShapes,
    .arrays = recursiveArrays,
    .addSizes =
        [](const Strategy& strategy, StrategySizes& sizes) {
          sizes.buffers = valueOf<RecursiveBltStrategy>(strategy).buffers();
          sizes.blockSize = valueOf<RecursiveBltStrategy>(strategy).blockSize();
        },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      std::vector<double> weights = take("level_weight"), theta = take("buf_decay");
      return RecursiveBltStrategy(sizes.iterations, sizes.blockSize, std::move(weights), std::move(theta),
                                  take("inverse_buf_decay"));
    },
    .numbers =
        [](const Strategy& strategy) {
          const auto& recursive = valueOf<RecursiveBltStrategy>(strategy);
          return std::vector{
              wholeNumber("block_size", recursive.blockSize()), wholeNumber("levels", recursive.levels()),
              wholeNumber("buffers", recursive.buffers()),      listOf("level_weight", recursive.weights()),
              listOf("buf_decay", recursive.theta()),           listOf("inverse_buf_decay", recursive.inverseTheta())};
        },
    .form = NoiseForm::Blocks,
    .recurrence =
        [](const Strategy& strategy, Index) {
          const auto& recursive = valueOf<RecursiveBltStrategy>(strategy);
          const std::vector<Index> shape{recursive.levels(), recursive.buffers()};
          return std::vector<NamedNumbers>{
              wholeNumber("block_size", recursive.blockSize()),
              listOf("level_weight", recursive.weights()),
              {"inverse_output_scale", shape, recursive.ofLevels(&BltParameters::inverseOmega)},
              {"inverse_buf_decay", shape, recursive.inverseTheta()}};
        },
};

}  // namespace noiseloom
