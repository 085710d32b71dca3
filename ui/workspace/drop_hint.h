#pragma once

#include <QMimeData>
#include <QString>
#include <QWidget>

namespace noiseloom {

/// Lies over the window while a file is dragged across it and says what dropping it does. Sees to it that the window
/// gets the file, and not a field below the pointer, which would take the file's name for its text.
class DropHint : public QWidget {
  Q_OBJECT

 public:
  explicit DropHint(QWidget* window);

  void showFor(const QString& path);
  QString text() const { return m_text; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString m_text;
};

/// The one local file that is being dragged; empty for anything else.
QString draggedFile(const QMimeData& data);

}  // namespace noiseloom
