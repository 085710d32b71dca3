#include "ui/panels/mark_button.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

#include "ui/style/icons.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {

MarkButton::MarkButton(const QString& icon, QWidget* parent) : QToolButton(parent), m_icon(icon) {
  setAutoRaise(true);
  setCheckable(true);
  setFocusPolicy(Qt::NoFocus);
  setIconSize({14, 14});
  setFixedSize(20, 20);
  applyTheme();
  connect(this, &QToolButton::toggled, this, &MarkButton::applyTheme);
  onChange(*this, {QEvent::PaletteChange}, [this] { applyTheme(); });
}

void MarkButton::setOn(bool on) {
  setChecked(on);
}

void MarkButton::describe(const QString& name, const QString& help) {
  setAccessibleName(name);
  setAccessibleDescription(help);
  setToolTip(help);
}

// Without the frame of a pressed button: the mark's colour shows that it is on.
void MarkButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionToolButton option;
  initStyleOption(&option);
  option.state &= ~QStyle::State_On;
  painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

void MarkButton::applyTheme() {
  const Theme& theme = themeOf(palette());
  setIcon(symbolicIcon(m_icon, isChecked() ? theme.accent : theme.mutedText));
}

}  // namespace noiseloom
