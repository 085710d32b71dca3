#pragma once

#include <QString>

#include "core/design/error_unit.h"
#include "core/error/error_summary.h"
#include "ui/jobs/map_work.h"

namespace noiseloom {

/// "epochs k": of an axis of a map, and of a list to choose it from.
QString mapAxisTitle(Field axis);
/// "k": of a list that has no room for more.
QString mapAxisSymbol(Field axis);
/// "k 20": a value of it.
QString mapPlace(Field axis, double value);
/// "Best bands": of the list of values, and of the panel.
QString mapValueName(MapValue value, ErrorObjective objective);
/// "b": of a list that has no room for more.
QString mapValueSymbol(MapValue value);
/// "best bands b", "rmse (× clip norm)", ...: of the colour bar and of the table.
QString mapValueTitle(const MapChoice& choice, ErrorObjective objective, ErrorUnit unit);
/// "Best number of bands": of the picture.
QString mapTitle(const MapChoice& choice, ErrorObjective objective);
/// "best_bands", "error_over_epsilon_epochs": of files.
QString mapFileName(const MapChoice& choice);
/// The name of a value in sessions, and back.
QString mapValueId(MapValue value);
std::optional<MapValue> mapValueFromId(const QString& id);

}  // namespace noiseloom
