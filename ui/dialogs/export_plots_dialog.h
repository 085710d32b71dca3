#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/export/picture_writer.h"

class QTabWidget;
class QTimer;

namespace noiseloom {

class CheckList;
class PictureList;
class PictureOptionsForm;
class PathRow;
class PlotBoard;
class ScenarioDocument;

/// File > Export plots and data: chosen plots as PNG, SVG or PDF and chosen tables as CSV, into a folder. Every picture
/// carries the scenario. Pictures of a stale design, or of one whose claim is critical, carry a mark that says so,
/// which the dialog announces.
class ExportPlotsDialog : public ExportFrame {
  Q_OBJECT

 public:
  ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent = nullptr);

  PathRow& folder() { return *m_folder; }
  PictureOptionsForm& options() { return *m_options; }
  PictureList& pictures() { return *m_pictures; }
  CheckList& tables() { return *m_tables; }

 private:
  void listPictures();
  void relist();
  void refresh() override;
  void exportClicked() override;
  QString markOfPictures() const;
  std::vector<DataTable> checkedTables() const;

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  QTabWidget* m_tabs;
  PictureList* m_pictures;
  CheckList* m_tables;
  PathRow* m_folder;
  PictureOptionsForm* m_options;
  QTimer* m_relist;
  PictureWriter m_writer;
};

}  // namespace noiseloom
