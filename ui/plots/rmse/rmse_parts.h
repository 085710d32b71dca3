#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/plots/rmse/rmse_model.h"

// Shared parts of the chart of errors and its texts; only for rmse_*.cpp.
namespace noiseloom::rmse {

// Keys of the chart's series; those of mechanisms and pins are followed by their names and numbers.
inline const QString kOwn = QStringLiteral("own");
inline const QString kBaseline = QStringLiteral("dpSgd");
inline const QString kMechanism = QStringLiteral("mechanism:");
inline const QString kPin = QStringLiteral("pin:");

/// Displayed names of a mechanism of the data: a hand-drawn strategy is not called imported.
QString nameIn(const RmseData& data, const Mechanism* mechanism);
QString shortNameIn(const RmseData& data, const Mechanism* mechanism);
/// The mechanism's untranslated name.
QString idOf(const Mechanism* mechanism);
/// True if a logarithmic axis can show the value.
bool drawable(double value);
bool hasBands(const Mechanism* mechanism);
/// True if the error of a point along Field::Batching is only an estimate, up to a tenth above the design's.
bool isEstimate(const RmseData& data, const SweepPoint& point);
/// The name of a position along Field::Batching.
QString batchingName(double position);
/// The drawn points of a curve, in the order of their series.
std::vector<const SweepPoint*> drawn(const RmseData& data, const RmseCurve& curve);
/// The position of a design on the axis; nullopt if it has none.
std::optional<double> placeOf(const Design& design, Field axis);
/// The point of least error among the drawn ones, of which there must be one.
const SweepPoint* bestOf(const RmseData& data, const std::vector<const SweepPoint*>& points);
/// The most bands that a machine's memory for noise holds, where that leaves some of the curve's drawn points out.
std::optional<Index> mostBandsInMemory(const RmseData& data);

}  // namespace noiseloom::rmse

// What has translated words stands in the namespace that lupdate knows them by.
namespace noiseloom {

QString rmseAxisTitle(Field axis);
QString rmseChartTitle(const RmseData& data);
/// "16 GB for noise: at most 259 bands"; empty where the memory leaves nothing out.
QString memoryLimitText(const RmseData& data);
/// A vertical line at that many bands, as high as the series that are there.
void addMemoryLimit(const RmseData& data, ChartModel& model);

}  // namespace noiseloom
