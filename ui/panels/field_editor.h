#pragma once

#include "core/scenario/scenario_fields.h"
#include "ui/panels/number_field.h"

namespace noiseloom {

/// An editor of a number of the scenario, the same wherever the number is edited: name, symbol, help, slider and
/// notation. Its object's name is the prefix and the field's name. Throws std::out_of_range for a field that holds no
/// number.
NumberField* newFieldEditor(Field field, const QString& prefix = {});

}  // namespace noiseloom
