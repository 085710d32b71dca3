#include "ui/style/window_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

void outline(QPainter& painter, const QStyleOption& option, const QRect& rect) {
  const Theme& theme = themeOf(option.palette);
  const bool enabled = option.state & QStyle::State_Enabled;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(enabled ? theme.border : option.palette.color(QPalette::Disabled, QPalette::Text), 1));
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
  painter.restore();
}

}  // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  if (!highContrast()) return;
  switch (element) {
    case PE_FrameLineEdit:
    case PE_IndicatorCheckBox:
    case PE_PanelButtonCommand:
    case PE_FrameMenu: outline(*painter, *option, option->rect); break;
    default: break;
  }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
  QProxyStyle::drawControl(element, option, painter, widget);
  if (!highContrast()) return;
  if (element == CE_ProgressBarGroove) outline(*painter, *option, option->rect);
  if (element == CE_Splitter) {
    const QRect& r = option->rect;
    const bool upright = r.height() > r.width();
    painter->fillRect(
        upright ? QRect(r.center().x(), r.top(), 1, r.height()) : QRect(r.left(), r.center().y(), r.width(), 1),
        themeOf(option->palette).border);
  }
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
  if (!highContrast()) {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    return;
  }
  if (control == CC_Slider) {
    const QRect groove = subControlRect(control, option, SC_SliderGroove, widget);
    const QRect handle = subControlRect(control, option, SC_SliderHandle, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    painter->save();
    painter->setClipRegion(QRegion(groove.united(handle)) - handle);
    outline(*painter, *option, QRect(groove.left(), groove.center().y() - 2, groove.width(), 5));
    painter->restore();
    outline(*painter, *option, handle.adjusted(1, 1, -1, -1));
    return;
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
  const bool framed = control == CC_ComboBox || control == CC_SpinBox;
  if (framed) outline(*painter, *option, option->rect);
}

}  // namespace noiseloom
