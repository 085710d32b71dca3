#include "ui/plots/segmented_buttons.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The chosen segment is filled with the accent colour: Fusion's sunken look says too little, above all on dark.
class Segment : public QToolButton {
 public:
  explicit Segment(const QString& text) {
    setText(text);
    setCheckable(true);
  }
  QSize sizeHint() const override {
    const QSize text = fontMetrics().size(Qt::TextSingleLine, this->text());
    return {text.width() + 2 * kGrid, text.height() + kGrid};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor fill = theme.accent;
    fill.setAlphaF(isChecked() ? 0.22F : underMouse() ? 0.08F : 0.0F);
    painter.setBrush(fill);
    painter.setPen(QPen(isChecked() || hasFocus() ? theme.accent : theme.border, hasFocus() ? 2 : 1));
    painter.drawRoundedRect(frame, 3, 3);
    painter.setPen(isChecked() ? theme.text : theme.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, text());
  }
};

}  // namespace

SegmentedButtons::SegmentedButtons(const QString& name, const QStringList& labels, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  setAccessibleName(name);
  for (int i = 0; i < labels.size(); ++i) {
    auto* button = new Segment(labels.at(i));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(name, labels.at(i)));
    button->setToolTip(button->accessibleName());
    m_group->addButton(button, i);
    layout->addWidget(button);
  }
  if (!labels.isEmpty()) m_group->button(0)->setChecked(true);
  connect(m_group, &QButtonGroup::idClicked, this, &SegmentedButtons::chosen);
}

int SegmentedButtons::current() const {
  return m_group->checkedId();
}

void SegmentedButtons::setCurrent(int index) {
  if (index == current() || !m_group->button(index)) return;
  m_group->button(index)->setChecked(true);
  emit chosen(index);
}

void SegmentedButtons::setSegmentToolTip(int index, const QString& text) {
  m_group->button(index)->setToolTip(text);
}

}  // namespace noiseloom
