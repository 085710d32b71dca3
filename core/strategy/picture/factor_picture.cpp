#include <utility>

#include "core/strategy/picture/factor_columns.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// The tails of slowly decaying sums are cut at this share of them.
constexpr double kSettled = 1e-16;

// A C^-1 = A diag(1/s) T(h) of the Toeplitz kinds under a Toeplitz workload: constant diagonals w, but for the last
// b - 1 rows of column-normalised ones.
class SeriesFactor : public PictureSource {
 public:
  SeriesFactor(InverseTerms inverse, const Workload& workload, Index iterations,
               std::optional<ToeplitzStrategy> scaling)
      : m_inverse(std::move(inverse)), m_steps(workload), m_iterations(iterations), m_scaling(std::move(scaling)) {
    m_scaledFrom = m_scaling ? iterations - m_scaling->bands() + 1 : iterations;
    std::vector<double> w;
    const auto& h = m_inverse.terms;
    const auto most = static_cast<std::size_t>(std::min(iterations, kMostPictureTerms));
    const double reach = m_steps.beta() / (1 - m_steps.beta());  // what one unit of momentum still adds
    for (std::size_t i = 0; i < most; ++i) {
      const double least = kSettled * std::abs(m_tail.s);
      if (i >= h.size() && std::abs(m_tail.p) * reach <= least && std::abs(m_tail.a - m_tail.s) <= least) break;
      m_steps.feed(m_tail, static_cast<Index>(i), i < h.size() ? h[i] : 0);
      w.push_back(m_tail.a);
    }
    m_largest = LargestInRange(std::move(w));
  }

  void draw(const PictureCanvas& canvas) const override {
    const bool rises = m_steps.averaging() > 0 && m_largest.size() < m_iterations;
    canvas.picture.sampled = !m_inverse.whole || rises;
    drawDiagonals(
        canvas,
        [this](Index least, Index most) {
          double found = m_largest(least, most);
          // The lags beyond the terms have values that stay or fall.
          if (most >= m_largest.size()) keepLarger(found, at(std::max(least, m_largest.size())));
          return found;
        },
        m_scaledFrom);
    if (canvas.rows.end <= m_scaledFrom) return;
    FactorColumn column(canvas, m_steps);
    visitColumns(canvas, middleColumn, [&](Index x, Index j) {
      const Index from = std::max(j, m_scaledFrom);
      column.begin(x, from - 1, stateAt(from - 1 - j));
      for (Index i = from; i < canvas.rows.end; ++i) column.feed(i, scaledInverse(i, j));
    });
  }
  double entry(Index row, Index column) const override {
    if (row < column) return 0;
    if (row < m_scaledFrom) return at(row - column);
    const Index from = std::max(column, m_scaledFrom);
    WorkloadSteps::State state = stateAt(from - 1 - column);
    for (Index i = from; i <= row; ++i) m_steps.feed(state, i, scaledInverse(i, column));
    return state.a;
  }

 private:
  double at(Index lag) const {
    if (lag < m_largest.size()) return m_largest.at(lag);
    return m_steps.jumped(m_tail, m_largest.size() - 1, lag - m_largest.size() + 1).a;
  }
  WorkloadSteps::State stateAt(Index lag) const {
    if (lag < 0) return {};
    const double s = iterateAt(lag);
    return {s - m_steps.alpha() * iterateAt(lag - 1), s, at(lag)};
  }
  double iterateAt(Index lag) const {
    const double gamma = m_steps.averaging();
    if (gamma == 0 || lag < 0) return at(lag);
    return (at(lag) - gamma * at(lag - 1)) / (1 - gamma);
  }
  double scaledInverse(Index row, Index column) const {
    const std::size_t lag = row - column;
    return lag < m_inverse.terms.size() ? m_inverse.terms[lag] / m_scaling->columnScale(row) : 0;
  }

  InverseTerms m_inverse;
  WorkloadSteps m_steps;
  Index m_iterations;
  std::optional<ToeplitzStrategy> m_scaling;
  Index m_scaledFrom;  // the first row of C^-1 that is rescaled
  WorkloadSteps::State m_tail;
  LargestInRange m_largest;
};

// Columns of C^-1 = diag(1/s) T(h).
class SeriesColumns {
 public:
  SeriesColumns(InverseTerms inverse, Index iterations, std::optional<ToeplitzStrategy> scaling)
      : m_terms(std::make_shared<const std::vector<double>>(std::move(inverse.terms))),
        m_iterations(iterations),
        m_scaling(std::move(scaling)) {}

  static Index firstRow(Index column) { return column; }
  static OtherColumns others(Index first, Index last) { return middleColumn(first, last); }
  template <class Visit>
  void walk(Index column, Index end, const Visit& visit) {
    end = std::min(end, std::min(m_iterations, column + static_cast<Index>(m_terms->size())));
    const Index unscaled = m_scaling ? std::min(end, m_iterations - m_scaling->bands() + 1) : end;
    const double* const h = m_terms->data();
    Index i = column;
    for (; i < unscaled; ++i) visit(i, h[i - column]);
    for (; i < end; ++i) visit(i, h[i - column] / m_scaling->columnScale(i));
  }

 private:
  std::shared_ptr<const std::vector<double>> m_terms;
  Index m_iterations;
  std::optional<ToeplitzStrategy> m_scaling;
};

// As far as pictures keep terms.
InverseTerms inverseTerms(const BltStrategy& blt) {
  const Index n = std::min(blt.iterations(), kMostPictureTerms);
  InverseTerms inverse{std::vector<double>(static_cast<std::size_t>(n)), n == blt.iterations()};
  for (Index t = 0; t < n; ++t) inverse.terms[static_cast<std::size_t>(t)] = blt.inverseCoefficient(t);
  return inverse;
}

class DenseColumns {
 public:
  explicit DenseColumns(DenseStrategy dense) : m_dense(std::move(dense)) {}

  static Index firstRow(Index column) { return column; }
  static OtherColumns others(Index first, Index last) { return middleColumn(first, last); }
  template <class Visit>
  void walk(Index column, Index end, const Visit& visit) {
    const Index m = m_dense.blockSize();
    const Index block = column / m * m;
    const double* const values = m_dense.inverseBlock().data() + (column - block);
    end = std::min(end, std::min(block + m, m_dense.iterations()));
    for (Index i = column; i < end; ++i) visit(i, values[(i - block) * m]);
  }

 private:
  DenseStrategy m_dense;
};

// A node's weight in the running sums changes only where a node above it is complete.
class TreeColumns {
 public:
  explicit TreeColumns(TreeStrategy tree) : m_tree(std::move(tree)) {}

  static Index firstRow(Index column) { return TreeStrategy::stepOf(column); }
  // Two nodes of each height, a left child and a right one: what becomes of their weight depends on that.
  static OtherColumns others(Index first, Index last) {
    OtherColumns found;
    const Index end = TreeStrategy::stepOf(last);
    for (Index height = 0;; ++height) {
      Index step = firstStepOf(height, TreeStrategy::stepOf(first));
      if (step > end) return found;
      for (int sibling = 0; sibling < 2 && step <= end; ++sibling, step += Index{1} << height) {
        const Index node = TreeStrategy::firstRow(step) + height;
        if (node >= first && node <= last) found.push_back(node);
      }
    }
  }
  template <class Visit>
  void walk(Index column, Index end, const Visit& visit) {
    Index row = TreeStrategy::stepOf(column);
    Index height = column - TreeStrategy::firstRow(row);
    Index last = row;
    double before = 0;
    double weight = m_tree.ownWeight(height);
    for (; row < end; ++height) {
      const bool hasParent = height + 1 < m_tree.levels();
      const Index parentEnd = hasParent ? last | (Index{1} << height) : m_tree.iterations();
      if (parentEnd > row) {
        visit(row, weight - before);
        before = weight;
        row = parentEnd;
      }
      if (!hasParent || parentEnd >= m_tree.iterations()) return;
      weight *= 1 - m_tree.ownWeight(height + 1);
      last = parentEnd;
    }
  }

 private:
  TreeStrategy m_tree;
};

// A row's noise is added step by step of its level while its copy runs, and all taken back where the copy ends.
class RecursiveBltColumns {
 public:
  explicit RecursiveBltColumns(RecursiveBltStrategy strategy) : m_strategy(std::move(strategy)) {}

  Index firstRow(Index column) const { return m_strategy.node(column).step; }
  // A column that a copy has left is 0 from there on: of each level the first block's and the last one's, and the last
  // step's, reach furthest down.
  OtherColumns others(Index first, Index last) const {
    OtherColumns found = middleColumn(first, last);
    found.push_back(last);
    const Index begin = m_strategy.node(first).step, end = m_strategy.node(last).step;
    for (Index level = 1; level < m_strategy.levels(); ++level) {
      const Index steps = m_strategy.blockSteps(level);
      for (const Index step : {(begin / steps + 1) * steps, end / steps * steps}) {
        const Index row = m_strategy.firstRow(step);
        if (step > begin && row >= first && row <= last) found.push_back(row);
      }
    }
    return found;
  }
  template <class Visit>
  void walk(Index column, Index end, const Visit& visit) {
    const RecursiveBltStrategy::Node node = m_strategy.node(column);
    const Index steps = m_strategy.blockSteps(node.level);
    const Index over = (node.block / m_strategy.blockSize() + 1) * m_strategy.blockSize() * steps;
    for (Index row = node.step; row < std::min({end, over, m_strategy.iterations()}); row += steps)
      visit(row, m_strategy.inverseEntry(row, column));
    if (over < std::min(end, m_strategy.iterations())) visit(over, m_strategy.inverseEntry(over, column));
  }

 private:
  RecursiveBltStrategy m_strategy;
};

template <class Columns>
SourcePointer byColumns(Columns columns, const Workload& workload) {
  return std::make_shared<FactorByColumns<Columns>>(std::move(columns), workload);
}

}  // namespace

SourcePointer factorSource(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  if (workload.isMatrix() || (!workload.isRational() && !strategy.kind().series && !strategy.isIdentity()))
    return multipliedSource(strategy, workload);
  if (const auto* dense = strategy.as<DenseStrategy>()) return byColumns(DenseColumns(*dense), workload);
  if (const auto* tree = strategy.as<TreeStrategy>()) return byColumns(TreeColumns(*tree), workload);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return byColumns(RecursiveBltColumns(*recursive), workload);
  if (!strategy.kind().series) return byColumns(BandedInverseColumns(bandedOf(strategy), kVanished), workload);
  const auto* blt = strategy.as<BltStrategy>();
  if (blt && workload.averaging() == 0 && workload.isRational()) return bltFactorSource(*blt, workload);
  InverseTerms inverse{{1.0}, true};
  if (blt) inverse = inverseTerms(*blt);
  std::optional<ToeplitzStrategy> scaling = columnScalingOf(strategy);
  if (scaling && scaling->bands() == 1) scaling.reset();
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    inverse = inverseTerms(*toeplitz, control);
  } else if (const auto* noising = strategy.as<InverseToeplitzStrategy>()) {
    inverse.terms.assign(noising->noisingCoefficients().begin(), noising->noisingCoefficients().end());
  }
  if (control.stopRequested()) return nullptr;
  const Index n = strategy.iterations();
  if (!workload.isRational()) return multipliedSource(std::move(inverse), workload, n, std::move(scaling));
  if (workload.isToeplitz()) return std::make_shared<SeriesFactor>(std::move(inverse), workload, n, scaling);
  return byColumns(SeriesColumns(std::move(inverse), n, scaling), workload);
}

}  // namespace noiseloom
