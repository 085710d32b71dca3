#include "ui/plots/panel/segmented_buttons.h"

#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The chosen segment is filled with the accent colour: Fusion's sunken style is hard to see, above all on dark.
class Segment : public QToolButton {
 public:
  explicit Segment(const QString& text) {
    setText(text);
    setCheckable(true);
  }
  QSize sizeHint() const override {
    const QSize text = fontMetrics().size(Qt::TextSingleLine, this->text());
    return {text.width() + kGrid + kHalfGrid, text.height() + kGrid};
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
    : QWidget(parent), m_group(new QButtonGroup(this)), m_row(new QWidget), m_list(new QComboBox) {
  auto* both = new QHBoxLayout(this);
  both->setContentsMargins(0, 0, 0, 0);
  both->addWidget(m_row);
  both->addWidget(m_list, 0, Qt::AlignRight);
  auto* layout = newLayout<QHBoxLayout>({}, 2, m_row);
  setAccessibleName(name);
  nameWidget(m_list, QStringLiteral("segmentsList"), name);
  m_list->setToolTip(name);
  m_list->addItems(labels);
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_list->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  m_list->hide();
  connect(m_list, &QComboBox::activated, this, &SegmentedButtons::setCurrent);
  for (int i = 0; i < labels.size(); ++i) {
    auto* button = new Segment(labels.at(i));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(name, labels.at(i)));
    button->setToolTip(button->accessibleName());
    m_group->addButton(button, i);
    layout->addWidget(button);
  }
  if (!labels.isEmpty()) m_group->button(0)->setChecked(true);
  connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
    m_list->setCurrentIndex(index);
    emit chosen(index);
  });
}

int SegmentedButtons::current() const {
  return m_group->checkedId();
}

void SegmentedButtons::setCurrent(int index) {
  if (index == current() || !m_group->button(index)) return;
  m_group->button(index)->setChecked(true);
  m_list->setCurrentIndex(index);
  emit chosen(index);
}

void SegmentedButtons::setSegmentToolTip(int index, const QString& text) {
  m_group->button(index)->setToolTip(text);
  m_list->setItemData(index, text, Qt::ToolTipRole);
}

void SegmentedButtons::alignList(Qt::Alignment side) {
  layout()->setAlignment(m_list, side);
}

int SegmentedButtons::rowWidth() const {
  return m_row->layout()->sizeHint().width();
}

QSize SegmentedButtons::sizeHint() const {
  return {rowWidth(), m_row->layout()->sizeHint().height()};
}

QSize SegmentedButtons::minimumSizeHint() const {
  // A combo box does not update its minimum size when its font changes.
  return {std::min(rowWidth(), m_list->sizeHint().width()), m_row->layout()->sizeHint().height()};
}

void SegmentedButtons::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool row = width() >= rowWidth();
  if (row != m_row->isHidden()) return;
  const bool focused = isAncestorOf(QApplication::focusWidget());
  m_row->setVisible(row);
  m_list->setVisible(!row);
  if (!focused) return;
  if (row) {
    m_group->checkedButton()->setFocus();
  } else {
    m_list->setFocus();
  }
}

}  // namespace noiseloom
