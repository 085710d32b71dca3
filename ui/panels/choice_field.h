#pragma once

#include <QStringList>
#include <functional>

#include "ui/panels/field_row.h"

class QComboBox;

namespace noiseloom {

class ChoiceField : public FieldRow {
  Q_OBJECT

 public:
  /// helps[i] explains options[i] as a tool tip of the list.
  ChoiceField(const QString& name, const QString& help, const QStringList& options, const QStringList& helps,
              QWidget* parent = nullptr);

  /// Short forms shown if there is no space for a name; the list shows the names. An empty one means none: the name is
  /// then elided.
  void setShorter(const QStringList& shorter);
  /// The text that the closed list shows for an alternative in this width.
  QString textIn(int index, int pixels) const;

  void showChoice(int index);
  /// Enables or disables an alternative.
  void setOffered(int index, bool offered);
  /// Dims an alternative; its tool tip begins with the reason why it would not work. An empty reason undoes that.
  void setReason(int index, const QString& reason);
  /// Called before the list opens, to find out which alternatives would work.
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
