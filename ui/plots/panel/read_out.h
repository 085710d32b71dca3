#pragma once

#include <QLabel>

namespace noiseloom {

/// The text under a plot. It grows to a second line if its idle text needs one, and keeps that until the width
/// changes: a plot must not jump while its text changes. Text that still does not fit ends in "…", with the full text
/// in the tool tip.
class ReadOut : public QLabel {
  Q_OBJECT

 public:
  explicit ReadOut(QWidget* parent = nullptr);

  /// Makes space for this text.
  void reserve(const QString& text);
  /// With one line, what does not fit loses its last clauses, which a semicolon begins.
  void keepToOneLine(bool one);
  /// True if the text can be read in full.
  bool fits(const QString& text) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int linesFor(const QString& text) const;
  int linesShown() const { return m_oneLine ? 1 : m_lines; }
  void setLines(int lines);
  QString inOneLine(QString text) const;

  QString m_reserved;
  int m_lines = 1;
  bool m_oneLine = false;
};

}  // namespace noiseloom
