#pragma once

#include <QJsonObject>
#include <QWidget>
#include <array>
#include <vector>

#include "ui/plots/canvas/picture.h"

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace noiseloom {

class PlotPanel;

/// The four cells of the plot board.
enum class BoardCell { TopLeft, TopRight, BottomLeft, BottomRight };

/// The centre of the window: two by two cells. A cell with several panels shows one of them under a row of tabs; any
/// panel can fill the whole board.
class PlotBoard : public QWidget {
  Q_OBJECT

 public:
  explicit PlotBoard(QWidget* parent = nullptr);

  /// `tab` is the panel's short name, used if its cell has several.
  void addPanel(PlotPanel* panel, BoardCell cell, const QString& tab);
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  void bringForward(PlotPanel* panel);
  /// Fills the board with one panel, or shows all again if it already does.
  void toggleMaximized(PlotPanel* panel);
  PlotPanel* maximized() const { return m_maximized; }
  void resetViews();
  /// Makes panels use less space.
  void setCompact(bool compact);
  void cancelWork();
  /// True if everything visible has been painted with the document's current state.
  bool isOnScreen() const;
  /// The pictures of all panels, including those behind others.
  std::vector<Picture> pictures() const;

  /// Sizes of the cells, panels in front, the maximized panel, and every panel's own view; for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);

 private:
  struct Cell {
    QWidget* frame = nullptr;
    QTabBar* tabs = nullptr;
    QStackedWidget* stack = nullptr;
  };
  Cell& cellOf(const PlotPanel& panel);

  QSplitter* m_columns;
  QSplitter* m_left;
  QSplitter* m_right;
  std::array<Cell, 4> m_cells;
  std::vector<PlotPanel*> m_panels;
  PlotPanel* m_maximized = nullptr;
};

}  // namespace noiseloom
