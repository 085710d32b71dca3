#include "ui/plots/coefficients/coefficients_model.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/matrix/heat_map_text.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

/// Up to this many bars stand apart in the smallest plot.
constexpr std::size_t kMostBars = 64;

std::vector<QPointF> pointsOf(const ColumnSeries& series) {
  std::vector<QPointF> points;
  points.reserve(series.values.size());
  for (std::size_t lag = 0; lag < series.values.size(); ++lag)
    points.emplace_back(static_cast<double>(lag), series.values[lag]);
  return points;
}

std::vector<QPointF> bufferPoints(const Strategy& blt) {
  const BltParameters& parameters = blt.as<BltStrategy>()->parameters();
  std::vector<QPointF> points;
  for (const Index buffer : bufferOrder(blt)) {
    const std::size_t at = buffer;
    points.emplace_back(1 / (1 - parameters.theta[at]), parameters.omega[at]);
  }
  return points;
}

/// The range of the values, with space to draw beyond.
std::pair<double, double> roomToDraw(const CoefficientsData& data) {
  double least = 0, most = 0;
  const auto include = [&](const ColumnSeries& column) {
    for (const double value : column.values) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  };
  include(data.own);
  if (data.optimum) include(data.optimum->column);
  const double span = most - least;
  return {least - 0.15 * span, most + 0.1 * span};
}

/// The range for positive values on a logarithmic axis.
std::pair<double, double> factorsAround(double least, double most) {
  return {least / 3, most * 3};
}

bool fromDiagonal(const ColumnSeries& series) {
  return series.row == series.column;
}

/// "Coefficients of C", or "Entries of C, column 12" for strategies whose columns differ.
QString coefficientsTitle(const Strategy& strategy, const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return hasCoefficients(strategy) ? tr("Coefficients of %1").arg(name)
                                   : tr("Entries of %1, column %2").arg(name).arg(series.column);
}

// Axis titles of a column's entries. They stay the same if only values or bands change.
QString lagTitle(const ColumnSeries& series, MatrixOf which) {
  if (fromDiagonal(series)) return tr("lag i − j (iterations)");
  return which == MatrixOf::Strategy ? tr("rows after row %1, the leaf's own").arg(series.row)
                                     : tr("iterations after %1, the leaf's own").arg(series.row);
}

QString entryTitle(const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return fromDiagonal(series) ? tr("%1[j + lag, j]").arg(name)
                              : QStringLiteral("%1[i, %2]").arg(name).arg(series.column);
}

/// The formula of the entries, and its source.
QString coefficientsFormula(const Strategy& strategy, MatrixOf which) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  if (strategy.as<IdentityStrategy>())
    return inverse ? tr("C⁻¹ = I: independent noise") : tr("C = I: independent noise");
  if (strategy.as<TreeStrategy>()) {
    return inverse ? tr("C⁻¹ = A⁻¹ D, where the decoder D adds up nodes: D C = A")
                   : tr("C[i, j] = 1 where node i of the tree lies above leaf j, else 0");
  }
  if (strategy.as<RecursiveBltStrategy>()) {
    return inverse ? tr("C⁻¹ = A⁻¹ D, where the decoder D adds up blocks: D C = A")
                   : tr("C[i, j] = w c[k], where step j lies k blocks before block i, inside one larger block; else 0");
  }
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  if (toeplitz && toeplitz->scaling() == ColumnScaling::Normalized) {
    return inverse ? tr("C⁻¹[i, j] = g[i − j] / s[i], where g is the inverse series of c; s is 1 but for the last b − "
                        "1 rows")
                   : tr("C[i, j] = c[i − j] s[j], where s is 1 but for the last b − 1 columns");
  }
  if (strategy.as<BltStrategy>() && !inverse) return tr("C[i, j] = c[i − j], c[0] = 1, c[l] = Σ ω θˡ⁻¹");
  const auto* noising = strategy.as<InverseToeplitzStrategy>();
  if (noising && noising->scaling() == ColumnScaling::Normalized) {
    return inverse
               ? tr("C⁻¹[i, j] = g[i − j] / s[i], which ends after p values; s is above 1 in the last rows")
               : tr("C[i, j] = c[i − j] s[j], where c is the inverse series of g; s is above 1 in the last columns");
  }
  if (noising && inverse) return tr("C⁻¹[i, j] = g[i − j], which ends after p values");
  if (hasCoefficients(strategy)) {
    return inverse ? tr("C⁻¹[i, j] = g[i − j], where Σ c[l] g[m − l] is 1 for m = 0 and else 0")
                   : tr("C[i, j] = c[i − j]: every column holds the same");
  }
  return inverse ? tr("C⁻¹ C = I") : tr("C[i, j] = 0 unless 0 ≤ i − j < b");
}

}  // namespace

QString ownSeriesKey() {
  return QStringLiteral("design");
}

QString pinSeriesKey(int id) {
  return QStringLiteral("pin %1").arg(id);
}

bool CoefficientsData::isDrawnHere() const {
  if (!drawing) return false;
  const Drawable drawable = drawableOf(strategy);
  if (drawable == Drawable::Nothing) return false;
  return (which == MatrixOf::Strategy) != (drawable == Drawable::InverseCoefficients);
}

std::vector<Index> bufferOrder(const Strategy& blt) {
  const std::vector<double>& theta = blt.as<BltStrategy>()->parameters().theta;
  std::vector<Index> order;
  for (Index i = 0; i < std::ssize(theta); ++i) {
    if (theta[i] < 1) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](Index i) { return theta[i]; });
  return order;
}

Index lagsToShow(const Strategy& strategy, MatrixOf which) {
  constexpr Index kFewest = 64;
  constexpr Index kMost = 2048;
  const Index bands = std::min(strategy.bands(), kMost);
  return which == MatrixOf::Strategy ? bands : std::clamp<Index>(4 * bands, kFewest, kMost);
}

void findColumns(CoefficientsData& data, const std::stop_token& stop) {
  const auto find = [&](const Strategy& strategy, ColumnSeries& column) {
    if (column.values.empty()) column = columnSeries(strategy, data.which, lagsToShow(strategy, data.which), stop);
  };
  find(data.strategy, data.own);
  if (data.optimum) find(data.optimum->strategy, data.optimum->column);
  for (CoefficientsData::Pin& pin : data.pins) find(pin.strategy, pin.column);
}

QString coefficientsName(MatrixOf which) {
  return which == MatrixOf::Strategy ? QStringLiteral("coefficients") : QStringLiteral("inverse_coefficients");
}

QString coefficientsCitation(const Mechanism* mechanism) {
  QStringList sources;
  for (const auto& [key, place] : mechanism->sources) sources += cited(key, coreText(place));
  return sources.join(QStringLiteral("; "));
}

namespace {

/// The buffers of a BLT as movable points.
ChartModel buffersModel(const CoefficientsData& data) {
  ChartModel model{.name = QStringLiteral("buffers"), .title = tr("Buffers of C")};
  model.x.title = tr("memory 1 / (1 − θ) (iterations)");
  model.x.shorter = {QStringLiteral("1 / (1 − θ)")};
  model.x.log = true;
  model.x.mayLog = false;
  model.y.title = tr("output scale ω");
  model.y.log = true;
  model.y.mayLog = false;
  model.formula = coefficientsFormula(data.strategy, data.which);
  model.citation = coefficientsCitation(data.mechanism);
  ChartSeries own{ownSeriesKey(), tr("drawn")};
  own.look = SeriesLook::Points;
  own.points = bufferPoints(data.strategy);
  own.moves = PointMoves::Freely;
  own.stale = data.stale;
  const std::vector<double>& theta = data.strategy.as<BltStrategy>()->parameters().theta;
  for (const Index buffer : bufferOrder(data.strategy))
    own.notes += tr("decay θ = %1").arg(resultText(theta[buffer], 6));
  std::vector<QPointF> all = own.points;
  if (data.optimum && data.optimum->strategy.as<BltStrategy>()) {
    ChartSeries optimum{QStringLiteral("optimum"), data.optimum->name, SeriesLook::Ring, SeriesRole::Optimum};
    optimum.points = bufferPoints(data.optimum->strategy);
    all.insert(all.end(), optimum.points.begin(), optimum.points.end());
    model.series.push_back(std::move(optimum));
  }
  std::erase_if(all, [](const QPointF& point) { return !(point.y() > 0); });
  if (!all.empty()) {
    const auto x = std::ranges::minmax(all, {}, &QPointF::x);
    const auto y = std::ranges::minmax(all, {}, &QPointF::y);
    model.x.range = data.heldX.value_or(std::pair(std::max(1.01, x.min.x() / 3), 3 * x.max.x()));
    model.y.range = data.heldY.value_or(factorsAround(y.min.y(), y.max.y()));
  }
  model.series.push_back(std::move(own));
  return model;
}

}  // namespace

ChartModel coefficientsModel(const CoefficientsData& data) {
  if (!data.isEmpty() && data.showsBuffers()) return buffersModel(data);
  ChartModel model{.name = coefficientsName(data.which),
                   .emptyText = tr("The coefficients appear as soon as there is a design.")};
  if (data.isEmpty()) return model;
  model.title = coefficientsTitle(data.strategy, data.own, data.which);
  model.x.title = lagTitle(data.own, data.which);
  if (fromDiagonal(data.own)) model.x.shorter = {tr("lag i − j")};
  model.x.whole = true;
  model.y.title = entryTitle(data.own, data.which);
  model.y.shorter = {matrixName(data.which)};
  model.y.fromZero = true;
  model.formula = coefficientsFormula(data.strategy, data.which);
  model.citation = coefficientsCitation(data.mechanism);

  auto most = data.own.values.size();
  for (const CoefficientsData::Pin& pin : data.pins) most = std::max(most, pin.column.values.size());
  model.series.push_back(levelSeries(QStringLiteral("zero"), {}, SeriesLook::Line, SeriesRole::Muted,
                                     {0, static_cast<double>(most) - 1}, 0));
  for (const CoefficientsData::Pin& pin : data.pins) {
    ChartSeries series = pinSeries(pinSeriesKey(pin.id), pin.name, pin.color);
    series.faint = true;
    series.points = pointsOf(pin.column);
    model.series.push_back(std::move(series));
  }
  if (data.optimum) {
    ChartSeries optimum{QStringLiteral("optimum"), data.optimum->name, SeriesLook::Dashes, SeriesRole::Optimum};
    optimum.points = pointsOf(data.optimum->column);
    model.series.push_back(std::move(optimum));
  }
  ChartSeries own{ownSeriesKey(), data.drawn ? tr("drawn") : data.pins.empty() ? QString() : tr("this design")};
  own.points = pointsOf(data.own);
  own.look = own.points.size() <= kMostBars ? SeriesLook::Bars : SeriesLook::Line;
  own.stale = data.stale;
  if (data.isDrawnHere()) {
    own.moves = PointMoves::Up;
    model.y.range = data.heldY.value_or(roomToDraw(data));
  }
  model.series.push_back(std::move(own));
  return model;
}

}  // namespace noiseloom
