#pragma once

#include "ui/panels/field_row.h"

class QLineEdit;

namespace noiseloom {

/// A value that is written down as text, such as a list of curvatures: typed or pasted, of several lines as well.
class TextField : public FieldRow {
  Q_OBJECT

 public:
  TextField(const QString& name, const QString& symbol, const QString& help, const QString& example,
            QWidget* parent = nullptr);

  /// Unless it is being edited.
  void showText(const QString& text);
  QLineEdit& edit() { return *m_edit; }
  /// Hands on what was typed and not yet handed on, as when something else asks for all entries.
  void takeOver();

 signals:
  void edited(const QString& text);

 private:
  QLineEdit* m_edit;
  QString m_shown;
};

}  // namespace noiseloom
