#pragma once

#include <QProxyStyle>

namespace noiseloom {

/// The Fusion style with flat scroll bars. In high contrast it also draws the outlines of fields, buttons, boxes and
/// sliders, and lines between plots, in the theme's border colour: Fusion derives them from the window's colour, so
/// that they vanish on black and white.
class WindowStyle : public QProxyStyle {
  Q_OBJECT

 public:
  WindowStyle();

  int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                QStyleHintReturn* data = nullptr) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget = nullptr) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget = nullptr) const override;
};

}  // namespace noiseloom
