#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QMainWindow;
class QTreeWidget;

namespace noiseloom {

/// Help > Keyboard shortcuts: all shortcuts by menu and by plot, filtered by typed text. Built from the window's own
/// actions when it opens.
class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(QMainWindow& window);

 private:
  void fill(const QMainWindow& window);
  void narrow(const QString& query);

  QLineEdit* m_filter;
  QTreeWidget* m_list;
  QLabel* m_nothing;
  int m_widest = 0;  ///< width of the widest action and keys, in pixels
};

}  // namespace noiseloom
