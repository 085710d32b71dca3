#pragma once

#include <QDialog>
#include <QWidget>
#include <vector>

#include "core/train/plane_points.h"

class QButtonGroup;
class QLabel;
class QPushButton;

namespace noiseloom {

/// A piece of the plane in which points of two classes are drawn with the mouse, or by the arrow keys and Space.
/// Colours and shapes are those of the pictures of training.
class PointsCanvas : public QWidget {
  Q_OBJECT

 public:
  enum class Tool { Discs, Squares, Eraser };
  /// Coordinates go from -kReach to kReach.
  static constexpr double kReach = 1.8;
  static constexpr std::size_t kMostPoints = 400;

  explicit PointsCanvas(QWidget* parent = nullptr);

  void setPoints(std::vector<DrawnPoint> points);
  const std::vector<DrawnPoint>& points() const { return m_points; }
  void setTool(Tool tool) { m_tool = tool; }
  /// The place of a point in pixels.
  QPointF toPixel(const DrawnPoint& point) const;
  QSize sizeHint() const override;

 signals:
  /// The user drew or erased something.
  void drawn();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF square() const;
  DrawnPoint at(QPointF pixel) const;
  /// Uses the tool there; while the button is held, points keep their distance. With the right button, erases.
  void use(QPointF pixel, bool erases, bool held);

  std::vector<DrawnPoint> m_points;
  Tool m_tool = Tool::Discs;
  QPointF m_cross;  ///< of the keyboard, in coordinates
};

/// Draws the points that training learns to tell apart. Every change is reported at once, so that training follows.
class DrawPointsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit DrawPointsDialog(std::vector<DrawnPoint> points, QWidget* parent = nullptr);

  /// Shows points that came from elsewhere, such as a session.
  void setPoints(const std::vector<DrawnPoint>& points);
  PointsCanvas& canvas() { return *m_canvas; }
  QPushButton& clear() { return *m_clear; }
  void setTool(PointsCanvas::Tool tool);

 signals:
  void changed(const std::vector<DrawnPoint>& points);

 private:
  void showCount();

  PointsCanvas* m_canvas;
  QButtonGroup* m_tools;
  QLabel* m_count;
  QPushButton* m_clear;
};

}  // namespace noiseloom
