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

/// The four places of the plot board.
enum class BoardCell { TopLeft, TopRight, BottomLeft, BottomRight };

/// The centre of the window: two by two cells. A cell with several panels shows one of them under a row of tabs; any
/// panel can fill the whole board.
class PlotBoard : public QWidget {
  Q_OBJECT

 public:
  explicit PlotBoard(QWidget* parent = nullptr);

  /// `tab`: the short name of the panel where its cell has several.
  void addPanel(PlotPanel* panel, BoardCell cell, const QString& tab);
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  /// Brings a panel to the front of its cell.
  void bringForward(PlotPanel* panel);
  /// Fills the board with one panel, or shows all again when it does already.
  void toggleMaximized(PlotPanel* panel);
  PlotPanel* maximized() const { return m_maximized; }
  void resetViews();
  /// Panels that do with less room.
  void setCompact(bool compact);
  void cancelWork();
  /// Whether all that is visible has been painted as the document is.
  bool isOnScreen() const;
  /// Of all panels, also of those behind others.
  std::vector<Picture> pictures() const;

  /// Sizes of the cells, panels in front, what fills the board, and every panel's own view; for sessions.
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
