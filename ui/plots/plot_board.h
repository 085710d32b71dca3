#pragma once

#include <QWidget>
#include <vector>

#include "ui/plots/figure.h"

class QSplitter;

namespace noiseloom {

class PlotPanel;

/// The centre of the window: all plots side by side, or one of them alone. The first panel takes the left half, the
/// others share the right one from top to bottom.
class PlotBoard : public QWidget {
  Q_OBJECT

 public:
  explicit PlotBoard(QWidget* parent = nullptr);

  void addPanel(PlotPanel* panel);
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  /// Fills the board with one panel, or shows all again when it does already.
  void toggleMaximized(PlotPanel* panel);
  PlotPanel* maximized() const { return m_maximized; }
  void resetViews();
  void cancelWork();
  std::vector<Figure> figures() const;

 private:
  QSplitter* m_columns;
  QSplitter* m_right;
  std::vector<PlotPanel*> m_panels;
  PlotPanel* m_maximized = nullptr;
};

}  // namespace noiseloom
