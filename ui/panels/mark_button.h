#pragma once

#include <QToolButton>

namespace noiseloom {

/// A small checkable mark at the end of a row (a target, a chain), drawn in the accent colour while on. Tab skips it:
/// the context menu of its field offers the same.
class MarkButton : public QToolButton {
  Q_OBJECT

 public:
  explicit MarkButton(const QString& icon, QWidget* parent = nullptr);

  void setOn(bool on);
  /// Sets the name and the effect of a click, for tool tip and screen readers.
  void describe(const QString& name, const QString& help);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();

  QString m_icon;
};

}  // namespace noiseloom
