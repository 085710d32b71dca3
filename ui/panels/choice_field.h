#pragma once

#include <QStringList>
#include <functional>

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
  /// Why an alternative would not do: it is dimmed, and its tool tip begins with the reason. Empty where it would do.
  void setReason(int index, const QString& reason);
  /// Before the list opens: what would do is found out only then.
  std::function<void()> onOpen;
  QComboBox& combo() { return *m_combo; }

 signals:
  void chosen(int index);

 private:
  class Combo;

  QComboBox* m_combo;
  QStringList m_helps;
};

}  // namespace noiseloom
