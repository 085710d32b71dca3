#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/export/report_writer.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace noiseloom {

class PictureList;
class PathRow;
class PlotBoard;
class ScenarioDocument;

/// File > Export report: the claim, the scenario, the result, chosen plots and the pinned designs as one document.
/// Needs a current design; if its claim is critical, the report says so at its top.
class ExportReportDialog : public ExportFrame {
  Q_OBJECT

 public:
  ExportReportDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent = nullptr);

  PathRow& path() { return *m_path; }
  QComboBox& formatBox() { return *m_format; }
  QCheckBox& withPins() { return *m_withPins; }
  PictureList& pictures() { return *m_pictures; }
  /// The parts of the report, one a line; not on show for a summary.
  QLabel& contents() { return *m_contents; }

 private:
  void relist();
  void refresh() override;
  bool isSummary() const;
  QString contentsText() const;
  QString suggestedPath() const;
  void exportClicked() override;
  std::vector<ReportedPlot> chosenPictures(const QString& mark) const;

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  PictureList* m_pictures;
  PathRow* m_path;
  QComboBox* m_format;
  QCheckBox* m_withPins;
  QLabel* m_contents;
  bool m_named = false;  ///< the user has typed a path
  ReportWriter m_writer;
};

}  // namespace noiseloom
