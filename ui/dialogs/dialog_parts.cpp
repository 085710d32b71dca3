#include "ui/dialogs/dialog_parts.h"

#include <QDialog>
#include <QLabel>
#include <QPushButton>

#include "ui/panels/number_field.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {

void makeReadable(std::initializer_list<QLabel*> labels, bool byKeyboard) {
  for (QLabel* label : labels) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(byKeyboard ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                                              : Qt::TextSelectableByMouse);
  }
}

QPushButton* newCloseButton(QDialog& dialog, const QString& text) {
  auto* button = new QPushButton(text);
  button->setAutoDefault(false);
  QObject::connect(button, &QPushButton::clicked, &dialog, &QDialog::close);
  return button;
}

void takeWhatFits(NumberField& field, const QString& refusal, const std::function<bool(double)>& fits,
                  const std::function<void(double)>& take) {
  QObject::connect(&field, &NumberField::edited, &field, [=, &field](std::optional<double> entered) {
    const bool usable = entered && fits(*entered);
    const QString typed = entered ? entryText(*entered) : tr("nothing");
    field.setProblem(usable ? QString() : refusal.arg(typed));
    if (usable) take(*entered);
  });
  QObject::connect(&field, &NumberField::unreadable, &field, &NumberField::setProblem);
}

}  // namespace noiseloom
