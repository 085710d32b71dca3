#include "ui/plots/scenario_map/scenario_map_text.h"

#include <array>

#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

constexpr std::array kIds{"bands", "error", "noise", "promise"};

}  // namespace

QString mapAxisTitle(Field axis) {
  // A Greek letter is said by its name; there is little space.
  const QString symbol = fieldSymbol(axis);
  return symbol > QLatin1String("z") ? fieldLabel(axis) : fieldLabel(axis) + QLatin1Char(' ') + symbol;
}

QString mapAxisSymbol(Field axis) {
  // The axis is that of the decay.
  return axis == Field::WeightDecay ? QStringLiteral("1 − α") : fieldSymbol(axis);
}

QString mapPlace(Field axis, double value) {
  return fieldSymbol(axis) + QLatin1Char(' ') + entryText(value);
}

QString mapValueName(MapValue value, ErrorObjective objective) {
  switch (value) {
    case MapValue::Bands: return tr("Best bands");
    case MapValue::Error: return errorTitle(objective);
    case MapValue::NoiseMultiplier: return tr("Noise multiplier");
    case MapValue::Promise: break;
  }
  return tr("Promised ε");
}

QString mapValueSymbol(MapValue value) {
  switch (value) {
    case MapValue::Bands: return tr("Bands");
    case MapValue::Error: return tr("Error");
    case MapValue::NoiseMultiplier: return QStringLiteral("σ");
    case MapValue::Promise: break;
  }
  return QStringLiteral("ε");
}

QString mapValueTitle(const MapChoice& choice, ErrorObjective objective, ErrorUnit unit) {
  switch (choice.value) {
    case MapValue::Bands: return tr("best bands b");
    case MapValue::Error: return tr("%1 (%2)").arg(errorName(objective), errorUnitLabel(unit));
    case MapValue::NoiseMultiplier: return tr("noise multiplier σ");
    case MapValue::Promise: break;
  }
  return tr("ε promised by σ %1").arg(resultTextUp(choice.noiseMultiplier));
}

QString mapTitle(const MapChoice& choice, ErrorObjective objective) {
  switch (choice.value) {
    case MapValue::Bands: return tr("Best number of bands");
    case MapValue::Promise: return tr("ε promised by σ %1").arg(resultTextUp(choice.noiseMultiplier));
    case MapValue::Error:
    case MapValue::NoiseMultiplier: break;
  }
  return mapValueName(choice.value, objective);
}

QString mapFileName(const MapChoice& choice) {
  const auto name = [](Field axis) {
    return QString::fromStdString(optionName(axis)).replace(QLatin1Char('-'), QLatin1Char('_'));
  };
  const QString value = choice.value == MapValue::Bands ? QStringLiteral("best_bands") : mapValueId(choice.value);
  return QStringLiteral("%1_over_%2_%3").arg(value, name(choice.across), name(choice.up));
}

QString mapValueId(MapValue value) {
  return QLatin1String(kIds[static_cast<std::size_t>(value)]);
}

std::optional<MapValue> mapValueFromId(const QString& id) {
  for (std::size_t i = 0; i < kIds.size(); ++i) {
    if (id == QLatin1String(kIds[i])) return static_cast<MapValue>(i);
  }
  return std::nullopt;
}

}  // namespace noiseloom
