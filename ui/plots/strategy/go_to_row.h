#pragma once

#include <QWidget>
#include <optional>

#include "core/base/index.h"

class QLineEdit;

namespace noiseloom {

class ElidedLabel;

/// A small field for a row of a matrix, typed as an expression: "100", "2^14 - 1". Errors are shown beside it. Enter
/// goes to the row, Escape closes.
class GoToRow : public QWidget {
  Q_OBJECT

 public:
  explicit GoToRow(QWidget* parent = nullptr);

  /// Shows and focuses the field, for a matrix with this number of rows.
  void open(Index rows);
  QLineEdit& edit() { return *m_edit; }
  /// The error beside the field; empty if there is none.
  QString message() const;

 signals:
  void chosen(noiseloom::Index row);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The typed row; nullopt if unusable, with the reason in `problem`.
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
