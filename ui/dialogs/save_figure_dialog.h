#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/export/figure_writer.h"

namespace noiseloom {

class FigureOptionsForm;
class PathRow;
class ScenarioDocument;

/// Save picture: one figure as a file. The suffix follows the format, and the format a suffix that is typed.
class SaveFigureDialog : public ExportFrame {
  Q_OBJECT

 public:
  SaveFigureDialog(const Figure& figure, ScenarioDocument& document, QWidget* parent = nullptr);
  /// "Save picture …" of a plot in that window; the dialog goes when it closes.
  static void openFor(const Figure& figure, ScenarioDocument& document, QWidget& window);

  PathRow& path() { return *m_path; }
  FigureOptionsForm& options() { return *m_options; }

 private:
  void pathChanged();
  void refresh();
  void exportClicked() override;
  void reject() override;

  Figure m_figure;
  std::string m_scenario;  ///< of the figure: the document may go on
  QString m_mark;
  PathRow* m_path;
  FigureOptionsForm* m_options;
  FigureWriter m_writer;
};

}  // namespace noiseloom
