#pragma once

#include <QMimeData>
#include <QString>
#include <QWidget>

namespace noiseloom {

/// An overlay that explains what dropping a dragged file does. Makes sure that the window receives the file, and not a
/// field below the pointer, which would take the file's name as its text.
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

/// The single local file being dragged; empty for anything else.
QString draggedFile(const QMimeData& data);

}  // namespace noiseloom
