#pragma once

#include <functional>

#include "ui/plots/canvas/picture.h"

class QWidget;

namespace noiseloom {

class ScenarioDocument;

/// "Copy picture" of a plot: draws the picture, puts it on the clipboard and then calls `copied`. It carries the
/// scenario, and the mark if the design's claim is critical. Destroying `owner` cancels the drawing. Does nothing
/// before there is a design.
void copyPicture(const Picture& picture, const PictureStyle& style, const ScenarioDocument& document, QWidget& owner,
                 std::function<void()> copied = {});

}  // namespace noiseloom
