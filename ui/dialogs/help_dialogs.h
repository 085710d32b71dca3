#pragma once

class QWidget;

namespace noiseloom {

/// Help > About Noiseloom.
void showAbout(QWidget* parent);

}  // namespace noiseloom
