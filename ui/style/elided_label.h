#pragma once

#include <QLabel>
#include <QPainter>
#include <QResizeEvent>

#include "ui/style/plain_text.h"

namespace noiseloom {

/// A label of one line that ends in "…" where its text does not fit, and then shows all of it as a tool tip.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;

  QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
    painter.drawText(rect(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    const QString tip = shown == text() ? QString() : text();
    if (toolTip() != asWritten(tip)) setToolTip(asWritten(tip));
  }
};

}  // namespace noiseloom
