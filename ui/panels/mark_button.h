#pragma once

#include <QToolButton>

namespace noiseloom {

/// A small checkable mark at the end of a row (a target, a chain): drawn in the accent colour while it is on. Tab
/// passes it by: the context menu of its field has it.
class MarkButton : public QToolButton {
  Q_OBJECT

 public:
  explicit MarkButton(const QString& icon, QWidget* parent = nullptr);

  void setOn(bool on);
  /// Name, and what a click does, for tool tip and screen readers.
  void describe(const QString& name, const QString& help);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();

  QString m_icon;
};

}  // namespace noiseloom
