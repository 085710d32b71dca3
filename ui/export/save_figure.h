#pragma once

#include "ui/plots/figure.h"

class QWidget;

namespace noiseloom {

class ScenarioDocument;

/// "Copy picture" of a plot: the figure as it is, in the appearance of the window, goes to the clipboard as a picture
/// once it is drawn; it carries the scenario, and the mark where its claim is not made. `owner` outlives the drawing or
/// takes it along.
void copyPicture(const Figure& figure, const ScenarioDocument& document, QWidget& owner);

/// "Save picture …": opens a dialog for one figure, with its format, size and appearance.
void savePicture(const Figure& figure, ScenarioDocument& document, QWidget& owner);

}  // namespace noiseloom
