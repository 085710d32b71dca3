#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "ui/export/report_content.h"
#include "ui/export/report_writer.h"

class QPrinter;
class QWidget;

namespace noiseloom {

class PlotBoard;
class ScenarioDocument;

/// The input of a report on the document's current design, without pictures, which come from the plots.
ReportInput reportInput(ScenarioDocument& document);
/// The plots of a summary (strategy, error curve, error by step) that are available; `mark` is drawn across them if it
/// is not empty.
std::vector<ReportedPlot> summaryPlots(const PlotBoard& board, const QString& mark);
void printSummary(const Report& summary, QPrinter& printer);

/// File > Print: draws the plots of the summary, asks for a printer and prints the page; a message box explains if
/// nothing can be printed. Deletes itself when done.
class SummaryPrinting : public QObject {
  Q_OBJECT

 public:
  SummaryPrinting(ScenarioDocument& document, PlotBoard& board, QWidget* window);

  /// Called with the finished page, before a printer is asked for.
  std::function<void(const Report&)> onReady;
  void start();

 private:
  void finish(const Report& summary);

  ScenarioDocument& m_document;
  PlotBoard& m_board;
  QWidget* m_window;
  ReportInput m_input;
  std::vector<ReportedPlot> m_plots;
  PictureWriter m_writer;
};

}  // namespace noiseloom
