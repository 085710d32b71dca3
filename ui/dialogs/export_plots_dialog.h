#pragma once

#include <QDialog>

#include "ui/jobs/figure_writer.h"

class QComboBox;
class QPushButton;
class QSpinBox;

namespace noiseloom {

class MessageLine;
class PathRow;
class PlotBoard;
class ScenarioDocument;

/// File > Export plots: every plot as a PNG of a chosen size into a folder.
class ExportPlotsDialog : public QDialog {
  Q_OBJECT

 public:
  ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent = nullptr);

  PathRow& folder() { return *m_folder; }
  QSpinBox& width() { return *m_width; }
  QSpinBox& height() { return *m_height; }
  QPushButton& exportButton() { return *m_export; }
  QString message() const;

 signals:
  void exported(const QStringList& paths);

 private:
  void refresh();
  void exportClicked();

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  PathRow* m_folder;
  QSpinBox* m_width;
  QSpinBox* m_height;
  QComboBox* m_appearance;
  MessageLine* m_message;
  QPushButton* m_export;
  bool m_overwrite = false;
  FigureWriter m_writer;
};

}  // namespace noiseloom
