#pragma once

#include <QLabel>
#include <QPainter>
#include <QResizeEvent>

#include "ui/style/fitting_font.h"
#include "ui/style/plain_text.h"

namespace noiseloom {

/// A one-line label that shows a short form, or ends in "…", if its text does not fit; the tool tip then has
/// the full text.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;

  /// Sets the short form.
  void setBrief(const QString& brief) {
    if (brief == m_brief) return;
    m_brief = brief;
    update();
  }
  const QString& brief() const { return m_brief; }
  /// True if its text or its short form can be read in full.
  bool fits() const { return whole(text()) || (!m_brief.isEmpty() && whole(m_brief)); }
  QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const bool inFull = whole(text());
    const QString said = inFull || m_brief.isEmpty() ? text() : m_brief;
    painter.setFont(fittingFont(font(), said, width()));
    paintLine(painter, rect(), said);
    const QString tip = inFull ? QString() : text();
    if (toolTip() != asWritten(tip)) setToolTip(asWritten(tip));
  }

 private:
  bool whole(const QString& text) const {
    return QFontMetrics(fittingFont(font(), text, width())).horizontalAdvance(text) <= width();
  }

  QString m_brief;
};

}  // namespace noiseloom
