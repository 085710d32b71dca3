#pragma once

#include <QTabBar>

namespace noiseloom {

/// Unobtrusive tabs: words in a row, the selected one in full colour above a line in the accent colour.
class QuietTabs : public QTabBar {
  Q_OBJECT

 public:
  explicit QuietTabs(QWidget* parent = nullptr);

  /// True if every word can be read in full.
  bool fits() const;

 protected:
  QSize tabSizeHint(int index) const override;
  QSize minimumTabSizeHint(int index) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Font and spacing of the tabs for the available width.
  struct Fit {
    QFont font;
    int around = 0;  ///< horizontal padding of each tab, both sides together
  };
  Fit fitted() const;
};

}  // namespace noiseloom
