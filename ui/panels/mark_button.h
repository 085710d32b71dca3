#pragma once

#include <QToolButton>

namespace noiseloom {

/// A small checkable mark at the end of a row (a lock, a chain): drawn in the accent colour while it is on.
class MarkButton : public QToolButton {
  Q_OBJECT

 public:
  /// Icons by name, while off and while on.
  MarkButton(const QString& off, const QString& on, QWidget* parent = nullptr);

  void setOn(bool on);
  /// Name, and what a click does, for tool tip and screen readers.
  void describe(const QString& name, const QString& help);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();

  QString m_off;
  QString m_on;
};

}  // namespace noiseloom
