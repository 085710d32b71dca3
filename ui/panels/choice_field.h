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

  /// What stands for an alternative where there is no room for its name; the list has the names. Empty for those that
  /// have nothing shorter, whose ends are cut then.
  void setShorter(const QStringList& shorter);
  /// What the closed list shows of an alternative in so many pixels.
  QString textIn(int index, int pixels) const;

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
  QStringList m_shorter;
};

}  // namespace noiseloom
