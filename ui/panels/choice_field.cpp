#include "ui/panels/choice_field.h"

#include <QComboBox>
#include <QSignalBlocker>

#include "ui/panels/quiet_inputs.h"

namespace noiseloom {

ChoiceField::ChoiceField(const QString& name, const QString& help, const QStringList& options, const QStringList& helps,
                         QWidget* parent)
    : FieldRow(name, QString(), help, parent), m_combo(new PanelComboBox) {
  for (int i = 0; i < options.size(); ++i) {
    m_combo->addItem(options.at(i));
    m_combo->setItemData(i, helps.value(i), Qt::ToolTipRole);
  }
  m_combo->setAccessibleName(name);
  m_combo->setAccessibleDescription(help);
  m_combo->setToolTip(help);
  m_combo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setEditors(m_combo, nullptr, m_combo);
  connect(m_combo, &QComboBox::activated, this, &ChoiceField::chosen);
}

void ChoiceField::showChoice(int index) {
  const QSignalBlocker blocker(m_combo);
  m_combo->setCurrentIndex(index);
}

}  // namespace noiseloom
