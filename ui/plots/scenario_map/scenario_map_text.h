#pragma once

#include <QString>

#include "core/design/error_unit.h"
#include "ui/jobs/map_work.h"

namespace noiseloom {

/// "epochs k": title of an axis, and entry of the list of axes.
QString mapAxisTitle(Field axis);
/// "k": for a list without space for more.
QString mapAxisSymbol(Field axis);
/// "k 20": a value on an axis.
QString mapPlace(Field axis, double value);
/// "Best bands": entry of the list of values, and title of the panel.
QString mapValueName(MapValue value, ErrorObjective objective);
/// "b": for a list without space for more.
QString mapValueSymbol(MapValue value);
/// "best bands b", "rmse (× clip norm)", ...: for the colour bar and the table.
QString mapValueTitle(const MapChoice& choice, ErrorObjective objective, ErrorUnit unit);
/// "Best number of bands": title of the picture.
QString mapTitle(const MapChoice& choice, ErrorObjective objective);
/// "best_bands", "error_over_epsilon_epochs": name of files.
QString mapFileName(const MapChoice& choice);
/// The id of a value in sessions.
QString mapValueId(MapValue value);
std::optional<MapValue> mapValueFromId(const QString& id);

}  // namespace noiseloom
