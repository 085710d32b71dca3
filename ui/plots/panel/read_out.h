#pragma once

#include <QLabel>

namespace noiseloom {

/// The words under a plot. They take a second line where what stands there while nothing is read needs one, and keep it
/// until the width changes: a plot must not jump while its words change. What has no room even so ends in "…", and is
/// whole in the tool tip.
class ReadOut : public QLabel {
  Q_OBJECT

 public:
  explicit ReadOut(QWidget* parent = nullptr);

  /// Makes room for this text.
  void reserve(const QString& text);
  /// Whether a text can be read whole.
  bool fits(const QString& text) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int linesFor(const QString& text) const;
  void setLines(int lines);

  QString m_reserved;
  int m_lines = 1;
};

}  // namespace noiseloom
