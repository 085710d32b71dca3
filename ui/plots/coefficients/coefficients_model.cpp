#include "ui/plots/coefficients/coefficients_model.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/plots/matrix/heat_map_text.h"
#include "ui/style/core_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

/// Up to here bars stand apart in the smallest plot.
constexpr std::size_t kMostBars = 64;

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

std::vector<QPointF> pointsOf(const ColumnSeries& series) {
  std::vector<QPointF> points;
  points.reserve(series.values.size());
  for (std::size_t lag = 0; lag < series.values.size(); ++lag)
    points.emplace_back(static_cast<double>(lag), series.values[lag]);
  return points;
}

bool fromDiagonal(const ColumnSeries& series) {
  return series.row == series.column;
}

/// "Coefficients of C", or for strategies whose columns differ "Entries of C, column 12".
QString coefficientsTitle(const Strategy& strategy, const ColumnSeries& series, MatrixOf which) {
  const QString name = matrixName(which);
  return hasCoefficients(strategy) ? tr("Coefficients of %1").arg(name)
                                   : tr("Entries of %1, column %2").arg(name).arg(series.column);
}

// What the axes of a column's entries count and show. They stay the same while only values or bands change.
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

/// How the entries hang together, and where that stands.
QString coefficientsFormula(const Strategy& strategy, MatrixOf which) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  if (strategy.as<IdentityStrategy>())
    return inverse ? tr("C⁻¹ = I: independent noise") : tr("C = I: independent noise");
  if (strategy.as<TreeStrategy>()) {
    return inverse ? tr("C⁻¹ = A⁻¹ D, where the decoder D adds up nodes: D C = A")
                   : tr("C[i, j] = 1 where node i of the tree lies above leaf j, else 0");
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

ChartModel coefficientsModel(const CoefficientsData& data) {
  ChartModel model;
  model.name = coefficientsName(data.which);
  model.emptyText = tr("The coefficients appear as soon as there is a design.");
  if (data.isEmpty()) return model;
  model.title = coefficientsTitle(data.strategy, data.own, data.which);
  model.x.title = lagTitle(data.own, data.which);
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
  ChartSeries own{ownSeriesKey(), data.pins.empty() ? QString() : tr("this design")};
  own.points = pointsOf(data.own);
  own.look = own.points.size() <= kMostBars ? SeriesLook::Bars : SeriesLook::Line;
  own.stale = data.stale;
  model.series.push_back(std::move(own));
  return model;
}

}  // namespace noiseloom
