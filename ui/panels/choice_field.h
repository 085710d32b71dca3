#pragma once

#include <QStringList>

#include "ui/panels/field_row.h"

class QComboBox;

namespace noiseloom {

/// A choice between named alternatives.
class ChoiceField : public FieldRow {
  Q_OBJECT

 public:
  /// helps[i] explains options[i] as a tool tip of the list.
  ChoiceField(const QString& name, const QString& help, const QStringList& options, const QStringList& helps,
              QWidget* parent = nullptr);

  void showChoice(int index);
  /// Whether an alternative can be chosen now.
  void setOffered(int index, bool offered);
  QComboBox& combo() { return *m_combo; }

 signals:
  void chosen(int index);

 private:
  QComboBox* m_combo;
};

}  // namespace noiseloom
