#pragma once

#include <QJsonObject>

#include "ui/plots/training/training_request.h"

namespace noiseloom {

/// Adds the choices to what a session keeps of the panel, with the file as it was read.
void addToSession(const TrainingChoice& choice, const TrainingFile& file, QJsonObject& state);
/// The choices of a session; what it has no or no usable value for stays as it is at first.
TrainingChoice choiceOfSession(const QJsonObject& state);

}  // namespace noiseloom
