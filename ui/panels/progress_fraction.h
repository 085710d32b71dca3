#pragma once

#include <QProgressBar>

namespace noiseloom {

/// Shows a fraction from 0 to 1. QProgressBar::setValue() alone would repaint at once, together with everything else in
/// the window that waits to be painted, in the middle of an unfinished event.
inline void showFraction(QProgressBar& bar, double fraction) {
  const int value = static_cast<int>(bar.maximum() * fraction);
  // Re-enabling updates paints the bar, so this is done only if its value changes.
  if (bar.value() == value) return;
  bar.setUpdatesEnabled(false);
  bar.setValue(value);
  bar.setUpdatesEnabled(true);
}

}  // namespace noiseloom
