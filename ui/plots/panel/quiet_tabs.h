#pragma once

#include <QTabBar>

namespace noiseloom {

/// Tabs that keep in the background: words in a row, the one in front in full ink over a line of the accent colour.
class QuietTabs : public QTabBar {
  Q_OBJECT

 public:
  explicit QuietTabs(QWidget* parent = nullptr);

  /// Whether every word can be read whole.
  bool fits() const;

 protected:
  QSize tabSizeHint(int index) const override;
  QSize minimumTabSizeHint(int index) const override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// How type and the room around words are made for the width there is.
  struct Fit {
    QFont font;
    int around = 0;  ///< of each tab, in all
  };
  Fit fitted() const;
};

}  // namespace noiseloom
