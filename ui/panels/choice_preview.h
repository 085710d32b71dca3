#pragma once

#include <QFrame>
#include <QTimer>
#include <functional>

class QComboBox;
class QPainter;

namespace noiseloom {

/// A card beside the opened list of a combo box: a picture of the entry that is pointed at, its name, and its tool tip.
/// The picture builds up from left to right, at once where motion is unwanted.
class ChoicePreview : public QFrame {
  Q_OBJECT

 public:
  /// Paints entry `index` into the rectangle, up to `progress` (0 to 1) of it; false if it has no picture.
  using Paint = std::function<bool(QPainter& painter, const QRectF& bounds, int index, double progress)>;
  ChoicePreview(QComboBox& combo, QSize picture, Paint paint);

  /// The entry on show.
  int index() const { return m_index; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void preview(int index);
  void place();
  QRect pictureRect() const;
  QRect nameRect() const;
  QRect textRect() const;

  QComboBox& m_combo;
  QSize m_picture;
  Paint m_paint;
  int m_index = -1;
  double m_progress = 1;
  QTimer m_timer;
};

}  // namespace noiseloom
