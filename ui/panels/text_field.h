#pragma once

#include "ui/panels/field_row.h"

class QLineEdit;

namespace noiseloom {

/// A value written as text, such as a list of curvatures; pasted text may have several lines.
class TextField : public FieldRow {
  Q_OBJECT

 public:
  TextField(const QString& name, const QString& symbol, const QString& help, const QString& example,
            QWidget* parent = nullptr);

  /// Shows a text unless the field is being edited.
  void showText(const QString& text);
  QLineEdit& edit() { return *m_edit; }
  /// Commits typed text that is not committed yet, as when all entries are requested.
  void takeOver();

 signals:
  void edited(const QString& text);

 private:
  QLineEdit* m_edit;
  QString m_shown;
};

}  // namespace noiseloom
