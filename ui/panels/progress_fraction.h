#pragma once

#include <QProgressBar>

namespace noiseloom {

/// Shows how much is done, from 0 to 1. A bar that is told so by setValue() paints itself at once, and with it all else
/// in its window that waits to be painted: in the middle of an event whose work is not done.
inline void showFraction(QProgressBar& bar, double fraction) {
  const int value = static_cast<int>(bar.maximum() * fraction);
  // Updates that are allowed again paint the bar, with every step of a slider.
  if (bar.value() == value) return;
  bar.setUpdatesEnabled(false);
  bar.setValue(value);
  bar.setUpdatesEnabled(true);
}

}  // namespace noiseloom
