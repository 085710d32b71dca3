#pragma once

#include <QWidget>
#include <optional>

#include "core/base/index.h"

class QLineEdit;

namespace noiseloom {

class ElidedLabel;

/// A small field for a row of a matrix, as an expression: "100", "2^14 - 1". What cannot be used is said beside it.
/// Enter goes there, Escape closes.
class GoToRow : public QWidget {
  Q_OBJECT

 public:
  explicit GoToRow(QWidget* parent = nullptr);

  /// Shows the field for a matrix of so many rows, and takes the keyboard.
  void open(Index rows);
  QLineEdit& edit() { return *m_edit; }
  /// What stands beside the field; empty when there is nothing wrong.
  QString message() const;

 signals:
  void chosen(noiseloom::Index row);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The row that is typed, or why there is none.
  std::optional<Index> read(QString& problem) const;
  void check();
  void go();
  void close();

  Index m_rows = 1;
  QLineEdit* m_edit;
  ElidedLabel* m_hint;
  bool m_wrong = false;
};

}  // namespace noiseloom
