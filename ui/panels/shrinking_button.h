#pragma once

#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include "ui/style/theme.h"

namespace noiseloom {

/// A button of a crowded row: where its text does not fit, its icon stands alone, and the tool tip says the rest.
class ShrinkingButton : public QToolButton {
 public:
  ShrinkingButton() {
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  }

  bool showsText() const { return width() >= sizeHint().width(); }
  QSize minimumSizeHint() const override { return {iconSize().width() + 2 * kGrid, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (!showsText()) option.toolButtonStyle = Qt::ToolButtonIconOnly;
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
  }
};

}  // namespace noiseloom
