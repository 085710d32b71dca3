#pragma once

#include <QAbstractButton>

namespace noiseloom {

/// A way to begin on the start page: an icon, what it is for, and a line that says more, in the type of the window.
/// QCommandLinkButton has type of 9 points, whatever the window has.
class StartDoor : public QAbstractButton {
  Q_OBJECT

 public:
  StartDoor(const QIcon& icon, const QString& title, const QString& detail, QWidget* parent = nullptr);

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QFont titleFont() const;
  int textLeft() const;

  QString m_detail;
};

}  // namespace noiseloom
