#pragma once

#include <QWidget>

namespace noiseloom {

/// One dot per step of a lesson: past, current and later ones.
class ProgressDots : public QWidget {
  Q_OBJECT

 public:
  explicit ProgressDots(QWidget* parent = nullptr);

  /// 0 <= current < count.
  void setProgress(int current, int count);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int dot() const;

  int m_current = 0;
  int m_count = 0;
};

}  // namespace noiseloom
