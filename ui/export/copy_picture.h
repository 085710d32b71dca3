#pragma once

#include <functional>

#include "ui/plots/canvas/picture.h"

class QWidget;

namespace noiseloom {

class ScenarioDocument;

/// "Copy picture" of a plot: the picture as it is goes to the clipboard as a picture once it is drawn, and `copied` is
/// called; it carries the scenario, and the mark where its claim is not made. `owner` outlives the drawing or takes it
/// along. Nothing happens before there is a design.
void copyPicture(const Picture& picture, const PictureStyle& style, const ScenarioDocument& document, QWidget& owner,
                 std::function<void()> copied = {});

}  // namespace noiseloom
