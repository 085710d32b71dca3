#include "ui/plots/cost/cost_chart.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"
#include "ui/document/design_text.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

constexpr int kCurvePoints = 160;
constexpr Index kMostBuffersShown = 16;
// Bands of the comparison for mechanisms without bands, if the scenario does not give a number.
constexpr Index kComparedBands = 256;

const Mechanism* mechanismOf(const CostData& data) {
  if (!data.scenario.asksForBest()) return data.scenario.mechanism;
  return data.design ? data.design->mechanism : &standardMechanism();
}

bool fits(const NoiseShape& shape, const CostData& data) {
  const auto limit = memoryOfMachine(data.scenario.deployment);
  return !limit || noiseMemoryOf(shape.rows, data.scenario.deployment).perMachine <= static_cast<double>(*limit);
}

QString sizeText(Index size, bool buffers) {
  if (!buffers) return bandsText(size);
  return size == 1 ? tr("1 buffer") : tr("%1 buffers").arg(countText(size));
}

QString vectorsText(Index rows) {
  return rows == 1 ? tr("1 vector") : tr("%1 vectors").arg(countText(rows));
}

QString memoryClause(const NoiseShape& shape, const CostData& data) {
  const QString memory = memoryText(noiseMemoryOf(shape.rows, data.scenario.deployment).perMachine);
  const auto limit = memoryOfMachine(data.scenario.deployment);
  if (!limit) return tr("%1 a machine").arg(memory);
  const QString whole = memoryText(static_cast<double>(*limit));
  return fits(shape, data) ? tr("%1 of a machine’s %2").arg(memory, whole)
                           : tr("%1, over a machine’s %2").arg(memory, whole);
}

// Short enough for the line below the plot.
QString shapeText(const QString& name, const NoiseShape& shape, const CostData& data) {
  const auto seconds = costOf(shape, data, CostAxis::Seconds);
  if (!seconds) return tr("%1: %2, %3").arg(name, vectorsText(shape.rows), memoryClause(shape, data));
  return tr("%1: %2, %3, %4 a step (one core)")
      .arg(name, vectorsText(shape.rows), memoryClause(shape, data), secondsText(*seconds));
}

// The size that fits the machine, for the limit's name; empty for a comparison, which is about other mechanisms.
QString fittingText(const CostData& data, const CostSizes& sizes) {
  const auto limit = memoryOfMachine(data.scenario.deployment);
  if (!limit || sizes.comparison) return {};
  const auto most = mostSizeIn(*limit, sizes.scenario);
  if (!most) return {};
  if (*most == 0) return tr("not even one buffer fits");
  return tr("at most %1 fit").arg(sizeText(*most, sizes.buffers));
}

struct Axis {
  QString title;
  QStringList shorter;
  double unit = 1;
};

Axis verticalAxis(CostAxis axis, double largest) {
  if (axis == CostAxis::Memory) {
    const QuantityUnit unit = memoryUnit(largest);
    return {tr("noise kept by a machine (%1)").arg(unit.symbol),
            {tr("%1 a machine").arg(unit.symbol), unit.symbol},
            unit.size};
  }
  const QuantityUnit unit = timeUnit(largest);
  return {
      tr("estimated time a step (%1)").arg(unit.symbol), {tr("%1 a step").arg(unit.symbol), unit.symbol}, unit.size};
}

/// Adds one point with this look, or a horizontal line for a design without a place on the horizontal axis.
void place(ChartSeries& series, std::optional<Index> size, SeriesLook look, double value,
           const std::pair<double, double>& across, const QString& note) {
  series.look = size ? look : SeriesLook::Dots;
  series.points = {{across.first, value}, {across.second, value}};
  if (size) series.points = {{static_cast<double>(*size), value}};
  series.notes = QStringList(static_cast<qsizetype>(series.points.size()), note);
}

}  // namespace

CostSizes costSizesOf(const CostData& data) {
  CostSizes sizes;
  sizes.scenario = data.scenario;
  sizes.scenario.mechanism = mechanismOf(data);
  sizes.buffers = sizes.scenario.mechanism->uses(Field::Buffers);
  sizes.comparison = !sizes.buffers && !sizes.scenario.usesBands();
  Index most = kMostBuffersShown;
  if (!sizes.buffers) {
    if (sizes.comparison) sizes.scenario.mechanism = &standardMechanism();
    most = sizes.scenario.mostBands();
    if (sizes.comparison) most = std::min(most, kComparedBands);
  }
  std::set<Index> values;
  for (int i = 0; i <= kCurvePoints; ++i)
    values.insert(std::llround(std::pow(static_cast<double>(most), static_cast<double>(i) / kCurvePoints)));
  if (data.design) {
    if (const auto own = sizeOf(*data.design, sizes.buffers); own && *own <= most && !sizes.comparison)
      values.insert(*own);
  }
  if (const auto limit = memoryOfMachine(data.scenario.deployment)) {
    const Index last = mostSizeIn(*limit, sizes.scenario).value_or(0);
    for (const Index edge : {last, last + 1}) {
      if (edge >= 1 && edge <= most) values.insert(edge);
    }
  }
  sizes.values.assign(values.begin(), values.end());
  return sizes;
}

std::optional<double> costOf(const NoiseShape& shape, const CostData& data, CostAxis axis) {
  const NoiseMemory memory = noiseMemoryOf(shape.rows, data.scenario.deployment);
  if (axis == CostAxis::Memory) return memory.perMachine;
  if (!data.rates) return std::nullopt;
  return data.rates->secondsPerStep(shape, memory.coordinates);
}

std::optional<Index> sizeOf(const Design& design, bool buffers) {
  const StrategySizes sizes = sizesOf(design.strategy);
  const bool ofBuffers = design.strategy.kind().form == NoiseForm::Buffers;
  if (buffers) return ofBuffers ? std::optional(sizes.buffers) : std::nullopt;
  Scenario scenario({.mechanism = design.mechanism});
  // A dense strategy without a band limit has as many bands as steps: a level, not a choice of bands.
  if (ofBuffers || !scenario.usesBands() || sizes.blockSize > 0) return std::nullopt;
  return design.bands;
}

ChartModel costModel(const CostData& data, CostAxis axis) {
  const CostSizes sizes = costSizesOf(data);
  const bool memory = axis == CostAxis::Memory;
  ChartModel model;
  model.name = memory ? QStringLiteral("memory_against_bands") : QStringLiteral("time_against_bands");
  model.title = memory ? tr("Memory a machine keeps for noise") : tr("Time a step for noise");
  model.x.title = sizes.buffers ? tr("buffers") : tr("bands");
  model.x.log = !sizes.buffers;
  model.x.whole = true;
  model.y.log = true;
  model.formula =
      memory ? tr("memory = kept rows · ⌈d / machines⌉ · bytes a number;  b bands keep b − 1 rows")
             : tr("time = ⌈d / machines⌉ · (fresh noise + rows read · time a row), on one core of this machine");
  model.citation = cited("scaling-bandmf", tr("section 3.3"));
  model.emptyText = memory ? tr("There is nothing to keep: one band needs no memory.")
                           : tr("Measuring what a step costs on this machine…");
  model.summary = costSummary(data);
  if (!memory && !data.rates) return model;

  const auto shapeAt = [&](Index size) { return *noiseShapeOf(sizes.scenario, size); };
  std::optional<NoiseShape> own;
  if (data.design) own = noiseShapeOf(data.design->strategy);
  double largest = *costOf(shapeAt(sizes.values.back()), data, axis);
  if (own) largest = std::max(largest, *costOf(*own, data, axis));
  const Axis vertical = verticalAxis(axis, largest);
  model.y.title = vertical.title;
  model.y.shorter = vertical.shorter;

  const std::pair across(static_cast<double>(sizes.values.front()), static_cast<double>(sizes.values.back()));
  ChartSeries inside{QStringLiteral("curve"),
                     sizes.comparison ? tr("banded, for comparison") : mechanismName(sizes.scenario.mechanism),
                     SeriesLook::Line, sizes.comparison ? SeriesRole::Baseline : SeriesRole::Accent};
  ChartSeries outside{QStringLiteral("outside"), tr("does not fit a machine"), SeriesLook::Dashes,
                      SeriesRole::Baseline};
  for (const Index size : sizes.values) {
    const NoiseShape shape = shapeAt(size);
    const double value = *costOf(shape, data, axis) / vertical.unit;
    ChartSeries& series = fits(shape, data) ? inside : outside;
    series.points.emplace_back(static_cast<double>(size), value);
    series.notes.push_back(vectorsText(shape.rows));
  }
  // Both parts of the curve meet at the last size that fits.
  if (!inside.points.empty() && !outside.points.empty()) {
    outside.points.insert(outside.points.begin(), inside.points.back());
    outside.notes.prepend(inside.notes.back());
  }
  if (!inside.points.empty()) model.series.push_back(std::move(inside));
  if (!outside.points.empty()) model.series.push_back(std::move(outside));

  const auto limit = memoryOfMachine(data.scenario.deployment);
  if (memory && limit) {
    const QString whole = memoryText(static_cast<double>(*limit));
    const QString fitting = fittingText(data, sizes);
    const QString name =
        fitting.isEmpty() ? tr("a machine’s %1").arg(whole) : tr("a machine’s %1: %2").arg(whole, fitting);
    model.series.push_back(levelSeries(QStringLiteral("limit"), name, SeriesLook::Dashes, SeriesRole::Optimum, across,
                                       static_cast<double>(*limit) / vertical.unit));
  }
  for (const PinnedDesign& pin : data.pins) {
    const NoiseShape shape = noiseShapeOf(pin.design->strategy);
    ChartSeries series = pinSeries(QStringLiteral("pin-%1").arg(pin.id), pin.name, seriesIndex(pin));
    place(series, sizeOf(*pin.design, sizes.buffers), SeriesLook::Pin, *costOf(shape, data, axis) / vertical.unit,
          across, vectorsText(shape.rows));
    model.series.push_back(std::move(series));
  }
  if (own) {
    const auto size = sizes.comparison ? std::nullopt : sizeOf(*data.design, sizes.buffers);
    ChartSeries series{QStringLiteral("design"), size ? tr("this design") : mechanismName(data.design->mechanism)};
    place(series, size, SeriesLook::Diamond, *costOf(*own, data, axis) / vertical.unit, across, vectorsText(own->rows));
    model.series.push_back(std::move(series));
  }
  // Pins keep their own scenario.
  for (ChartSeries& series : model.series) series.stale = data.stale && !series.key.startsWith(QStringLiteral("pin-"));
  return model;
}

QString costTextOf(const CostData& data, const CostSizes& sizes, Index size) {
  return shapeText(sizeText(size, sizes.buffers), *noiseShapeOf(sizes.scenario, size), data);
}

QString costHint(const CostData& data) {
  if (!data.design) return tr("Nothing has been solved yet.");
  const auto bands = sizeOf(*data.design, false);
  const auto buffers = sizeOf(*data.design, true);
  const QString name = bands     ? sizeText(*bands, false)
                       : buffers ? sizeText(*buffers, true)
                                 : mechanismName(data.design->mechanism);
  return shapeText(name, noiseShapeOf(data.design->strategy), data);
}

QString costSummary(const CostData& data) {
  QString hint = costHint(data);
  if (!data.design) return hint;
  const NoiseMemory memory = noiseMemoryOf(noiseShapeOf(data.design->strategy).rows, data.scenario.deployment);
  const QString whole = tr("%1. The whole model’s noise is %2; times are estimates, measured on this machine.")
                            .arg(hint, memoryText(memory.wholeModel));
  const QString fitting = fittingText(data, costSizesOf(data));
  return fitting.isEmpty() ? whole : tr("%1 In a machine’s memory, %2.").arg(whole, fitting);
}

}  // namespace noiseloom
