#include "ui/plots/training/draw_points_dialog.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plots/training/training_pictures.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Between the points of a stroke, and of the eraser, in coordinates.
constexpr double kBetweenPoints = 0.16;
constexpr double kErased = 0.14;
constexpr double kStep = 0.1;  ///< of the arrow keys
constexpr double kRadius = 4.5;

double distance(const DrawnPoint& one, const DrawnPoint& other) {
  return std::hypot(one.x - other.x, one.y - other.y);
}

}  // namespace

PointsCanvas::PointsCanvas(QWidget* parent) : QWidget(parent) {
  nameWidget(this, QStringLiteral("pointsCanvas"), tr("Points to train with"));
  setAccessibleDescription(tr("Arrow keys move the cross, Space draws a point there, Delete erases"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  setMinimumSize(widthIn(font(), 200), widthIn(font(), 200));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize PointsCanvas::sizeHint() const {
  return {widthIn(font(), 340), widthIn(font(), 340)};
}

void PointsCanvas::setPoints(std::vector<DrawnPoint> points) {
  m_points = std::move(points);
  update();
}

QRectF PointsCanvas::square() const {
  const double side = std::min(width(), height()) - 2;
  return {(width() - side) / 2, (height() - side) / 2, side, side};
}

QPointF PointsCanvas::toPixel(const DrawnPoint& point) const {
  const QRectF area = square();
  return {area.center().x() + point.x / kReach * area.width() / 2,
          area.center().y() - point.y / kReach * area.height() / 2};
}

DrawnPoint PointsCanvas::at(QPointF pixel) const {
  const QRectF area = square();
  // Two decimals: a session has few digits, and no hand draws more exactly.
  const auto coordinate = [](double share) {
    return std::round(100 * std::clamp(2 * share * kReach, -kReach, kReach)) / 100;
  };
  return {coordinate((pixel.x() - area.center().x()) / area.width()),
          coordinate((area.center().y() - pixel.y()) / area.height()), m_tool == Tool::Squares ? 1 : 0};
}

void PointsCanvas::use(QPointF pixel, bool erases, bool held) {
  const DrawnPoint here = at(pixel);
  if (erases) {
    const auto gone =
        std::ranges::remove_if(m_points, [&](const DrawnPoint& point) { return distance(point, here) < kErased; });
    if (gone.empty()) return;
    m_points.erase(gone.begin(), gone.end());
  } else {
    const bool close = held && !m_points.empty() && distance(m_points.back(), here) < kBetweenPoints;
    if (close || m_points.size() >= kMostPoints || std::ranges::find(m_points, here) != m_points.end()) return;
    m_points.push_back(here);
  }
  update();
  emit drawn();
}

void PointsCanvas::mousePressEvent(QMouseEvent* event) {
  use(event->position(), m_tool == Tool::Eraser || event->button() == Qt::RightButton, false);
}

void PointsCanvas::mouseMoveEvent(QMouseEvent* event) {
  const bool erases = m_tool == Tool::Eraser || event->buttons().testFlag(Qt::RightButton);
  if (event->buttons() != Qt::NoButton) use(event->position(), erases, true);
}

void PointsCanvas::keyPressEvent(QKeyEvent* event) {
  QPointF step;
  switch (event->key()) {
    case Qt::Key_Left: step = {-kStep, 0}; break;
    case Qt::Key_Right: step = {kStep, 0}; break;
    case Qt::Key_Up: step = {0, kStep}; break;
    case Qt::Key_Down: step = {0, -kStep}; break;
    case Qt::Key_Space: return use(toPixel({m_cross.x(), m_cross.y(), 0}), m_tool == Tool::Eraser, false);
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return use(toPixel({m_cross.x(), m_cross.y(), 0}), true, false);
    default: return QWidget::keyPressEvent(event);
  }
  m_cross = {std::clamp(m_cross.x() + step.x(), -kReach, kReach), std::clamp(m_cross.y() + step.y(), -kReach, kReach)};
  update();
}

void PointsCanvas::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  const QRectF area = square();
  painter.fillRect(area, theme.plot);
  painter.setPen(theme.grid);
  painter.drawLine(QPointF(area.center().x(), area.top()), QPointF(area.center().x(), area.bottom()));
  painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
  painter.setRenderHint(QPainter::Antialiasing);
  for (const DrawnPoint& point : m_points)
    paintTrainingPoint(painter, toPixel(point), kRadius, point.label == 1, theme);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(hasFocus() ? theme.accent : theme.border, 1));
  painter.drawRect(area.adjusted(0, 0, -1, -1));
  if (!hasFocus()) return;
  const QPointF cross = toPixel({m_cross.x(), m_cross.y(), 0});
  painter.drawLine(cross - QPointF(kGrid, 0), cross + QPointF(kGrid, 0));
  painter.drawLine(cross - QPointF(0, kGrid), cross + QPointF(0, kGrid));
}

DrawPointsDialog::DrawPointsDialog(std::vector<DrawnPoint> points, QWidget* parent)
    : QDialog(parent),
      m_canvas(new PointsCanvas),
      m_tools(new QButtonGroup(this)),
      m_count(new QLabel),
      m_clear(new QPushButton(tr("Clear"))) {
  setObjectName(QStringLiteral("drawPointsDialog"));
  setWindowTitle(tr("Draw points"));
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  auto* tools = newLayout<QHBoxLayout>({}, kGrid);
  for (const auto& [tool, name] : {std::pair(PointsCanvas::Tool::Discs, tr("Red discs")),
                                   std::pair(PointsCanvas::Tool::Squares, tr("Blue squares")),
                                   std::pair(PointsCanvas::Tool::Eraser, tr("Eraser"))}) {
    auto* button = new QPushButton(name);
    button->setCheckable(true);
    button->setAutoDefault(false);
    m_tools->addButton(button, static_cast<int>(tool));
    tools->addWidget(button);
  }
  tools->addStretch(1);
  layout->addLayout(tools);
  layout->addWidget(m_canvas, 1);
  auto* hint =
      new QLabel(tr("Draw with the left button, erase with the right one. Every example is one of these points, "
                    "drawn at random and shifted a little."));
  hint->setWordWrap(true);
  setTextColor(*hint, themeOf(palette()).mutedText);
  layout->addWidget(hint);
  auto* buttons = newLayout<QHBoxLayout>({}, kGrid);
  auto* close = new QPushButton(tr("Close"));
  buttons->addWidget(m_count, 1);
  for (QPushButton* button : {m_clear, close}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  layout->addLayout(buttons);
  m_canvas->setPoints(std::move(points));
  const auto report = [this] {
    showCount();
    emit changed(m_canvas->points());
  };
  connect(m_canvas, &PointsCanvas::drawn, this, report);
  connect(m_clear, &QPushButton::clicked, this, [this, report] {
    m_canvas->setPoints({});
    report();
  });
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  connect(m_tools, &QButtonGroup::idClicked, this,
          [this](int tool) { m_canvas->setTool(static_cast<PointsCanvas::Tool>(tool)); });
  setTool(PointsCanvas::Tool::Discs);
  showCount();
  m_canvas->setFocus();
}

void DrawPointsDialog::setPoints(const std::vector<DrawnPoint>& points) {
  if (points == m_canvas->points()) return;
  m_canvas->setPoints(points);
  showCount();
}

void DrawPointsDialog::setTool(PointsCanvas::Tool tool) {
  m_tools->button(static_cast<int>(tool))->setChecked(true);
  m_canvas->setTool(tool);
}

void DrawPointsDialog::showCount() {
  const std::vector<DrawnPoint>& points = m_canvas->points();
  const auto squares = std::ranges::count(points, Index{1}, &DrawnPoint::label);
  QString text = tr("%1 discs, %2 squares").arg(std::ssize(points) - squares).arg(squares);
  if (points.size() >= PointsCanvas::kMostPoints) text = tr("%1: no more can be drawn").arg(text);
  m_count->setText(text);
  m_clear->setEnabled(!points.empty());
}

}  // namespace noiseloom
