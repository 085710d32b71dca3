#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/jobs/figure_writer.h"

class QComboBox;
class QSpinBox;

namespace noiseloom {

class PathRow;
class PlotBoard;
class ScenarioDocument;

/// File > Export plots: every plot as a PNG of a chosen size into a folder. Plots of a stale design or of a claim that
/// is not made carry a mark that says so, and the dialog says it before.
class ExportPlotsDialog : public ExportFrame {
  Q_OBJECT

 public:
  ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent = nullptr);

  PathRow& folder() { return *m_folder; }
  QSpinBox& width() { return *m_width; }
  QSpinBox& height() { return *m_height; }

 private:
  void refresh();
  void exportClicked() override;

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  PathRow* m_folder;
  QSpinBox* m_width;
  QSpinBox* m_height;
  QComboBox* m_appearance;
  FigureWriter m_writer;
};

}  // namespace noiseloom
