#pragma once

#include <QComboBox>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include "ui/style/fitting_font.h"

namespace noiseloom {

/// A combo box whose current entry is readable in full if possible: in smaller type, or as the entry's kBriefRole. The
/// opened list has the full entries.
class FittingCombo : public QComboBox {
 public:
  static constexpr int kBriefRole = Qt::UserRole + 100;

  using QComboBox::QComboBox;

  /// The text shown; fits() says if it can be read in full.
  QString said() const {
    const QString text = currentText();
    const QString brief = currentData(kBriefRole).toString();
    return brief.isEmpty() || wide(text) <= room() ? text : brief;
  }
  bool fits() const { return wide(said()) <= room(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = said();
    painter.setFont(fittingFont(font(), option.currentText, room()));
    option.currentText = painter.fontMetrics().elidedText(option.currentText, Qt::ElideRight, room());
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }

 private:
  int room() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    return style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width() - 6;
  }
  int wide(const QString& text) const {
    return QFontMetrics(fittingFont(font(), text, room())).horizontalAdvance(text);
  }
};

}  // namespace noiseloom
