#pragma once

#include <QProxyStyle>

#include "ui/style/dialog_fit.h"

namespace noiseloom {

/// The Fusion style with flat scroll bars. In high contrast it also draws the outlines of fields, buttons, boxes and
/// sliders, and lines between plots, in the theme's border colour: Fusion derives them from the window's colour, so
/// that they vanish on black and white. Dialogs do not become larger than their screen.
class WindowStyle : public QProxyStyle {
  Q_OBJECT

 public:
  WindowStyle();

  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                QStyleHintReturn* data = nullptr) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget = nullptr) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget = nullptr) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget = nullptr) const override;

 private:
  DialogFit m_dialogs;
};

}  // namespace noiseloom
