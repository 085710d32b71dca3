#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "ui/panels/field_row.h"

class QComboBox;

namespace noiseloom {

class ChoiceField : public FieldRow {
  Q_OBJECT

 public:
  /// helps[i] explains options[i] as a tool tip of the list.
  ChoiceField(const QString& name, const QString& help, const QStringList& options, const QStringList& helps,
              QWidget* parent = nullptr);

  /// Alternatives under one heading of the opened list.
  struct Group {
    QString name;
    std::vector<int> indices;  ///< in the order of the list
  };
  /// Lists the alternatives by groups, which have each of them once.
  void setGroups(const std::vector<Group>& groups);
  /// The row of an alternative in the list.
  int rowOf(int index) const;
  int indexAt(int row) const { return m_order.at(static_cast<std::size_t>(row)); }

  /// Short forms shown if there is no space for a name; the list shows the names. An empty one means none: the name is
  /// then elided.
  void setShorter(const QStringList& shorter);
  /// The text that the closed list shows for the alternative of a row in this width.
  QString textIn(int row, int pixels) const;
  /// Names an alternative anew.
  void setName(int index, const QString& name);

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
  std::vector<int> m_order;  ///< the alternative of each row
};

}  // namespace noiseloom
