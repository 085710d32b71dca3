#pragma once

class QWidget;

namespace noiseloom {

/// Help > About Noiseloom.
void showAbout(QWidget* parent);
/// Help > Keyboard shortcuts: a table of what the keyboard does.
void showShortcuts(QWidget* parent);

}  // namespace noiseloom
