#include "ui/panels/text_field.h"

#include <QLineEdit>

#include "ui/panels/quiet_inputs.h"

namespace noiseloom {

TextField::TextField(const QString& name, const QString& symbol, const QString& help, const QString& example,
                     QWidget* parent)
    : FieldRow(name, symbol, help, parent), m_edit(new BeginningLineEdit) {
  m_edit->setAccessibleName(name);
  m_edit->setAccessibleDescription(help);
  m_edit->setToolTip(help);
  m_edit->setPlaceholderText(example);
  m_edit->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setEditors(m_edit, nullptr, m_edit);
  connect(m_edit, &QLineEdit::editingFinished, this, &TextField::takeOver);
}

void TextField::showText(const QString& text) {
  if (m_edit->hasFocus() && m_edit->text() != m_shown) return;
  m_shown = text;
  m_edit->setText(text);
  m_edit->setCursorPosition(0);
}

void TextField::takeOver() {
  if (m_edit->text() == m_shown) return;
  m_shown = m_edit->text();
  emit edited(m_shown);
}

}  // namespace noiseloom
