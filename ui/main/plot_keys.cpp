#include <QKeySequence>
#include <QList>
#include <QSlider>

#include "ui/help/shortcut_list.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

const QList<QKeySequence> kArrows{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
const QList<QKeySequence> kShiftArrows{Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right, Qt::SHIFT | Qt::Key_Up,
                                       Qt::SHIFT | Qt::Key_Down};

}  // namespace

void registerPlotKeys(MainWindow& window) {
  for (QSlider* slider : window.scenarioPanel().findChildren<QSlider*>()) {
    describeKeys(*slider, tr("Slider"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("One step")},
                  {{Qt::Key_PageDown, Qt::Key_PageUp}, tr("A tenth of the range")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("Least and largest value")}});
  }
  if (auto* steps = window.findChild<QSlider*>(QStringLiteral("noiseLabStep"))) {
    describeKeys(*steps, tr("Noise laboratory"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("One iteration back or on")},
                  {{Qt::Key_PageDown, Qt::Key_PageUp}, tr("A twentieth of the run back or on")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last iteration")}});
  }
  for (HeatMapView* view : window.findChildren<HeatMapView*>()) {
    describeKeys(*view, tr("Matrix"),
                 {{kArrows, tr("Go to another entry")},
                  {kShiftArrows, tr("Move")},
                  {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("Along the diagonal")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last row")},
                  {{Qt::Key_G}, tr("Go to a row by its number")},
                  {{Qt::Key_Plus, Qt::Key_Minus}, tr("Zoom in and out")},
                  {{Qt::Key_0}, tr("Show all of the matrix")}});
  }
  for (LinePlot* plot : window.findChildren<LinePlot*>()) {
    describeKeys(*plot, tr("Chart"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("Previous or next point")},
                  {{Qt::Key_Up, Qt::Key_Down}, tr("Previous or next series")},
                  {{Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right}, tr("Back or on by a larger step")},
                  {{Qt::Key_Home, Qt::Key_End}, tr("First or last point")},
                  {{Qt::Key_Return, Qt::Key_Space}, tr("Choose the point that is read")},
                  {{QKeySequence::Copy}, tr("Copy the point that is read")},
                  {{Qt::Key_Plus, Qt::Key_Minus}, tr("Zoom in and out")},
                  {kShiftArrows, tr("Move")},
                  {{Qt::Key_L, Qt::SHIFT | Qt::Key_L}, tr("Linear or logarithmic axis: up, across")},
                  {{Qt::Key_H}, tr("Hide the series that is read, or show it again")},
                  {{Qt::Key_0}, tr("Show everything")}});
  }
  if (auto* drawn = window.findChild<LinePlot*>(QStringLiteral("coefficientsPlot"))) {
    describeKeys(*drawn, tr("Drawing coefficients"),
                 {{{Qt::Key_Left, Qt::Key_Right}, tr("Choose a coefficient")},
                  {{Qt::Key_Up, Qt::Key_Down}, tr("A hundredth more or less")},
                  {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("A tenth more or less")},
                  {{Qt::ALT | Qt::Key_Left, Qt::ALT | Qt::Key_Right}, tr("Memory of a buffer: shorter, longer")},
                  {{Qt::Key_Escape}, tr("Take a drag back")}});
  }
  if (auto* trained = window.findChild<LinePlot*>(QStringLiteral("trainingPlot")))
    describeKeys(*trained, tr("Training"), {{{Qt::Key_Space}, tr("Train, or pause")}});
  for (ScenarioMapView* view : window.findChildren<ScenarioMapView*>()) {
    describeKeys(*view, tr("Map over two inputs"),
                 {{kArrows, tr("Go to another cell")},
                  {{Qt::Key_Return, Qt::Key_Space}, tr("Take both inputs of the cell over")}});
  }
}

}  // namespace noiseloom
