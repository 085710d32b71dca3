#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/plots/rmse/rmse_model.h"

// What the chart of errors and its texts have in common; for rmse_*.cpp only.
namespace noiseloom::rmse {

// Keys of the series of the chart; those of mechanisms and pins are continued by their names and numbers.
inline const QString kOwn = QStringLiteral("own");
inline const QString kBaseline = QStringLiteral("dpSgd");
inline const QString kMechanism = QStringLiteral("mechanism:");
inline const QString kPin = QStringLiteral("pin:");

/// What people call a mechanism of the data: what was drawn by hand is not imported. Short where there is a short name.
QString nameIn(const RmseData& data, const Mechanism* mechanism);
QString shortNameIn(const RmseData& data, const Mechanism* mechanism);
/// The mechanism's untranslated name.
QString idOf(const Mechanism* mechanism);
/// The scenario with another mechanism, which chooses for itself what only it knows.
Scenario withMechanism(const Scenario& scenario, const Mechanism* mechanism);
/// Whether a logarithmic axis can show it.
bool drawable(double value);
bool hasBands(const Mechanism* mechanism);
/// Whether the error of a point along Field::Batching is an estimate only, up to a tenth above the design's.
bool isEstimate(const RmseData& data, const SweepPoint& point);
/// Of a place along Field::Batching.
QString batchingName(double position);
/// The points of a curve that are drawn, in the order of their series.
std::vector<const SweepPoint*> drawn(const RmseData& data, const RmseCurve& curve);
/// Where a design stands on the axis; nothing where the axis has no place for it.
std::optional<double> placeOf(const Design& design, Field axis);
QString axisTitle(Field axis);
/// The point of least error among those drawn, which are not empty.
const SweepPoint* bestOf(const RmseData& data, const std::vector<const SweepPoint*>& points);
QString chartTitle(const RmseData& data);

}  // namespace noiseloom::rmse
