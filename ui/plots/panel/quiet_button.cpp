#include "ui/plots/panel/quiet_button.h"

namespace noiseloom {

void QuietButton::setQuiet(bool quiet) {
  if (quiet == m_quiet) return;
  m_quiet = quiet;
  update();
}

void QuietButton::paintEvent(QPaintEvent* event) {
  if (!m_quiet || isChecked() || hasFocus()) QToolButton::paintEvent(event);
}

}  // namespace noiseloom
