#pragma once

#include <QAbstractButton>
#include <QPointer>
#include <QScrollArea>
#include <QWidget>
#include <functional>

class QBoxLayout;
class QLabel;

namespace noiseloom {

class MainWindow;

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

/// What the program is for, three ways to begin, and recent files, over a window that is already solved. Shown at the
/// first start and for a new session; goes with Escape, a click beside it, and whatever begins.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(MainWindow& window);

  /// Shows it with the recent files that exist now.
  void open();
  void dismiss();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void addHead(QBoxLayout& layout);
  void addDoors(QBoxLayout& layout);
  void addDoor(QBoxLayout& layout, const QString& name, const QString& icon, const QString& title,
               const QString& detail, std::function<void()> enter);
  void listRecent();
  void place();
  void showFonts();

  MainWindow& m_window;
  QScrollArea* m_card;  ///< scrolls where large type leaves no space
  QLabel* m_title;
  QLabel* m_purpose;
  QWidget* m_recent;
  QPointer<QWidget> m_focused;  ///< before the page was opened
};

}  // namespace noiseloom
