#include "ui/style/window_style.h"

#include <QDialog>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOptionSlider>
#include <QStyleOptionViewItem>
#include <algorithm>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Thickness of the mark of the chosen tab in high contrast, where no shade sets it off.
constexpr int kChosenTab = 4;

void outline(QPainter& painter, const QStyleOption& option, const QRect& rect, const QColor& color, bool round) {
  const bool enabled = option.state & QStyle::State_Enabled;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(enabled ? color : option.palette.color(QPalette::Disabled, QPalette::Text), 1));
  const QRectF edge = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
  if (round) {
    painter.drawEllipse(edge);
  } else {
    painter.drawRoundedRect(edge, 2, 2);
  }
  painter.restore();
}

void outline(QPainter& painter, const QStyleOption& option, const QRect& rect) {
  outline(painter, option, rect, themeOf(option.palette).border, false);
}

/// An unchecked box consists of its outline alone; Fusion's is a shade of the window's colour, and invisible in
/// the dark theme.
void outlineBox(QPainter& painter, const QStyleOption& option, bool round) {
  const Theme& theme = themeOf(option.palette);
  outline(painter, option, option.rect, theme.highContrast ? theme.border : theme.mutedText, round);
}

QColor mixed(const QColor& paper, const QColor& ink, float part) {
  const auto mix = [part](float from, float to) { return from + part * (to - from); };
  return QColor::fromRgbF(mix(paper.redF(), ink.redF()), mix(paper.greenF(), ink.greenF()),
                          mix(paper.blueF(), ink.blueF()));
}

/// Lists, menus and notes over the window, which have its colours: their outline alone sets them off.
bool floats(const QWidget* widget) {
  return widget && (widget->windowType() == Qt::Popup || widget->windowType() == Qt::ToolTip);
}

/// The same of fields and of what floats, at 3:1 on the window; the field with the keyboard has Fusion's own.
void outlineDark(QPainter& painter, const QStyleOption& option) {
  const Theme& theme = themeOf(option.palette);
  if (!theme.dark || option.state.testFlag(QStyle::State_HasFocus)) return;
  outline(painter, option, option.rect, mixed(paletteFor(true).color(QPalette::Window), theme.text, 0.4F), false);
}

/// The gradients and outlines of Fusion's scroll bars took a quarter of the time of painting the whole window: Qt hands
/// everything taller than a hundred pixels to other threads, which costs more than it saves.
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QStyle& style, const QWidget* widget) {
  const Theme& theme = themeOf(bar.palette);
  const bool upright = bar.orientation == Qt::Vertical;
  const QColor window = bar.palette.color(QPalette::Window);
  const auto part = [&](QStyle::SubControl which) {
    return style.subControlRect(QStyle::CC_ScrollBar, &bar, which, widget);
  };
  painter.fillRect(bar.rect, mixed(window, theme.text, 0.06F));
  if (bar.maximum > bar.minimum) {
    const QRect all = part(QStyle::SC_ScrollBarSlider);
    const QRect handle = upright ? all.adjusted(1, 0, -1, 0) : all.adjusted(0, 1, 0, -1);
    const bool used = bar.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider) &&
                      (bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken));
    painter.fillRect(handle, mixed(window, theme.text, theme.highContrast ? 1.0F : used ? 0.5F : 0.34F));
    painter.fillRect(handle.adjusted(1, 1, -1, -1), mixed(bar.palette.color(QPalette::Button), theme.text,
                                                          bar.state & QStyle::State_Sunken && used ? 0.12F : 0.0F));
  }
  const bool mirrored = !upright && bar.direction == Qt::RightToLeft;
  for (const QStyle::SubControl which : {QStyle::SC_ScrollBarSubLine, QStyle::SC_ScrollBarAddLine}) {
    const bool back = (which == QStyle::SC_ScrollBarSubLine) != mirrored;
    QStyleOption arrow(bar);
    arrow.rect = QRect(0, 0, kGrid, kGrid);
    arrow.rect.moveCenter(part(which).center());
    const bool ends = bar.sliderValue == (which == QStyle::SC_ScrollBarSubLine ? bar.minimum : bar.maximum);
    arrow.state.setFlag(QStyle::State_Enabled, bar.state.testFlag(QStyle::State_Enabled) && !ends);
    style.drawPrimitive(upright ? back ? QStyle::PE_IndicatorArrowUp : QStyle::PE_IndicatorArrowDown
                        : back  ? QStyle::PE_IndicatorArrowLeft
                                : QStyle::PE_IndicatorArrowRight,
                        &arrow, &painter, widget);
  }
}

}  // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void WindowStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (qobject_cast<QDialog*>(widget)) widget->installEventFilter(&m_dialogs);
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* data) const {
  // Below it, neighbouring widgets would hide the frame.
  if (hint == SH_FocusFrame_AboveWidget) return 1;
  // Where the edge of a scrolled area cuts the frame, it moves inwards.
  if (hint == SH_FocusFrame_Mask) return 0;
  // No button of ours has one; those that Qt names would.
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, data);
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  if (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)
    outlineBox(*painter, *option, element == PE_IndicatorRadioButton);
  const bool ofPopup = element == PE_FrameMenu || element == PE_PanelMenu || (element == PE_Frame && floats(widget));
  if (!highContrast()) {
    if (element == PE_FrameLineEdit || ofPopup) outlineDark(*painter, *option);
    return;
  }
  if (element == PE_FrameLineEdit || element == PE_PanelButtonCommand || ofPopup)
    outline(*painter, *option, option->rect);
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
  QProxyStyle::drawControl(element, option, painter, widget);
  // Fusion marks the current menu only while it is open.
  if (element == CE_MenuBarItem && option->state.testFlag(State_Selected) && !option->state.testFlag(State_Sunken))
    outline(*painter, *option, option->rect, themeOf(option->palette).accent, false);
  if (!highContrast()) return;
  if (element == CE_ProgressBarGroove) outline(*painter, *option, option->rect);
  if (element == CE_TabBarTabShape) {
    outline(*painter, *option, option->rect);
    if (option->state.testFlag(State_Selected))
      painter->fillRect(option->rect.adjusted(0, option->rect.height() - kChosenTab, 0, 0),
                        themeOf(option->palette).accent);
  }
  if (element == CE_Splitter) {
    const QRect& r = option->rect;
    const bool upright = r.height() > r.width();
    painter->fillRect(
        upright ? QRect(r.center().x(), r.top(), 1, r.height()) : QRect(r.left(), r.center().y(), r.width(), 1),
        themeOf(option->palette).border);
  }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                    const QWidget* widget) const {
  QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
  const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
  // Boxes of neighbouring rows would touch.
  if (type == CT_ItemViewItem && item && item->features.testFlag(QStyleOptionViewItem::HasCheckIndicator))
    size.setHeight(std::max(size.height(), pixelMetric(PM_IndicatorHeight, option, widget) + kHalfGrid));
  return size;
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
  if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option); bar && control == CC_ScrollBar) {
    paintScrollBar(*painter, *bar, *this, widget);
    return;
  }
  if (!highContrast()) {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox) outlineDark(*painter, *option);
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
