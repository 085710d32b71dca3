#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/export/figure_writer.h"

class QPushButton;
class QTabWidget;
class QTimer;

namespace noiseloom {

class CheckList;
class FigureList;
class FigureOptionsForm;
class PathRow;
class PlotBoard;
class ScenarioDocument;

/// File > Export plots and data: chosen plots as PNG, SVG or PDF and chosen tables as CSV, into a folder. Every figure
/// carries the scenario. Those of a stale design or of a claim that is not made carry a mark that says so, and the
/// dialog says it before.
class ExportPlotsDialog : public ExportFrame {
  Q_OBJECT

 public:
  ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent = nullptr);

  PathRow& folder() { return *m_folder; }
  FigureOptionsForm& options() { return *m_options; }
  FigureList& figures() { return *m_figures; }
  CheckList& tables() { return *m_tables; }

 private:
  void relist();
  void refresh();
  void exportClicked() override;
  void reject() override;
  QString markOfFigures() const;
  std::vector<DataTable> checkedTables() const;

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  QTabWidget* m_tabs;
  FigureList* m_figures;
  CheckList* m_tables;
  PathRow* m_folder;
  FigureOptionsForm* m_options;
  QTimer* m_relist;
  FigureWriter m_writer;
};

}  // namespace noiseloom
