#pragma once

#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include <algorithm>

#include "ui/style/theme.h"

namespace noiseloom {

/// A button of a crowded row: if the text of one does not fit, all show only their icons and tool tips.
class ShrinkingButton : public QToolButton {
 public:
  ShrinkingButton() {
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  }

  bool showsText() const { return fits() && std::ranges::all_of(row(), &ShrinkingButton::fits); }
  QSize minimumSizeHint() const override { return {iconSize().width() + 2 * kGrid, sizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QToolButton::resizeEvent(event);
    for (ShrinkingButton* button : row()) button->update();
  }
  void paintEvent(QPaintEvent*) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (!showsText()) option.toolButtonStyle = Qt::ToolButtonIconOnly;
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
  }

 private:
  bool fits() const { return width() >= sizeHint().width(); }
  QList<ShrinkingButton*> row() const {
    QList<ShrinkingButton*> buttons;
    if (!parent()) return buttons;
    for (QObject* child : parent()->children()) {
      if (auto* button = dynamic_cast<ShrinkingButton*>(child)) buttons.append(button);
    }
    return buttons;
  }
};

}  // namespace noiseloom
