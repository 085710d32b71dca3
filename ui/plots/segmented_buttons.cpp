#include "ui/plots/segmented_buttons.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace noiseloom {

SegmentedButtons::SegmentedButtons(const QString& name, const QStringList& labels, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  setAccessibleName(name);
  for (int i = 0; i < labels.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(labels.at(i));
    button->setCheckable(true);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(name, labels.at(i)));
    button->setToolTip(button->accessibleName());
    m_group->addButton(button, i);
    layout->addWidget(button);
  }
  if (!labels.isEmpty()) m_group->button(0)->setChecked(true);
  connect(m_group, &QButtonGroup::idClicked, this, &SegmentedButtons::chosen);
}

int SegmentedButtons::current() const { return m_group->checkedId(); }

void SegmentedButtons::setCurrent(int index) {
  if (index == current() || !m_group->button(index)) return;
  m_group->button(index)->setChecked(true);
  emit chosen(index);
}

void SegmentedButtons::setSegmentToolTip(int index, const QString& text) { m_group->button(index)->setToolTip(text); }

}  // namespace noiseloom
