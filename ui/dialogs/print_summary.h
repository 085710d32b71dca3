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

/// What a report says of the document's current design: without pictures, which are those of the plots.
ReportInput reportInput(ScenarioDocument& document);
/// The three plots of a summary: the strategy, the error curve and the error of each step, as far as they are there;
/// marked where nothing is claimed.
std::vector<ReportedPlot> summaryPlots(const PlotBoard& board, const QString& mark);
/// Paints a summary onto a printer's one page.
void printSummary(const Report& summary, QPrinter& printer);

/// File > Print: draws the plots of the summary, asks for a printer and prints its page. Deletes itself when done. Says
/// why not in a box where nothing can be printed.
class SummaryPrinting : public QObject {
  Q_OBJECT

 public:
  SummaryPrinting(ScenarioDocument& document, PlotBoard& board, QWidget* window);

  /// The page is ready, before anyone is asked for a printer.
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
