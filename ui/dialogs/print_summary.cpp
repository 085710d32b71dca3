#include "ui/dialogs/print_summary.h"

#include <QMessageBox>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>
#include <utility>

#include "core/base/version.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/export/print_units.h"
#include "ui/export/summary_page.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/style/theme.h"

namespace noiseloom {

ReportInput reportInput(ScenarioDocument& document) {
  ReportInput input;
  input.design = document.design();
  // The design may belong to an earlier scenario with another data set.
  const ErrorUnit unit = document.errors().unit();
  if (input.design && unitProblem(unit, input.design->scenario).empty()) input.unit = unit;
  input.mark = pictureMark(document);
  input.date = QDate::currentDate();
  input.pins = document.shelf().pins();
  input.baseline = document.shelf().baseline();
  return input;
}

std::vector<ReportedPlot> summaryPlots(const PlotBoard& board, const QString& mark) {
  std::vector<ReportedPlot> plots;
  // The last one is the largest, and many pins need room for their names.
  for (const char* name : {"strategyPanel", "stepErrorPanel", "rmsePanel"}) {
    for (const PlotPanel* panel : board.panels()) {
      if (panel->objectName() != QLatin1String(name)) continue;
      std::vector<Picture> pictures = panel->pictures();
      if (pictures.empty()) continue;
      Picture& picture = pictures.front();
      const QString caption = picture.title.isEmpty() ? panel->title() : picture.title;
      plots.push_back({captioned(std::move(picture), {.warning = mark}), caption, caption});
    }
  }
  return plots;
}

void printSummary(const Report& summary, QPrinter& printer) {
  printer.setDocName(summary.title);
  printer.setCreator(QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  constexpr double kMargin = kSummaryMarginMillimetres;
  printer.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter);
  QPainter painter;
  if (!painter.begin(&printer)) return;
  const double dots = printer.resolution() / kMillimetresPerInch;
  const QRectF inside = printer.pageLayout().paintRectPixels(printer.resolution());
  if (printer.fullPage()) painter.translate(inside.topLeft());
  paintSummary(painter, summary, inside.size(), dots);
}

SummaryPrinting::SummaryPrinting(ScenarioDocument& document, PlotBoard& board, QWidget* window)
    : QObject(window), m_document(document), m_board(board), m_window(window) {
  connect(&m_writer, &PictureWriter::failed, this, [this](const QString& message) {
    QMessageBox::warning(m_window, tr("Print"), message);
    deleteLater();
  });
  connect(&m_writer, &PictureWriter::rendered, this, [this](const QList<QByteArray>& pictures) {
    addPictures(m_plots, pictures, m_input);
    finish(makeSummary(m_input));
  });
}

void SummaryPrinting::start() {
  if (const QString reason = m_document.whyNotExportable(); !reason.isEmpty()) {
    QMessageBox::information(m_window, tr("Print"), tr("There is nothing to print: %1").arg(reason));
    deleteLater();
    return;
  }
  m_input = reportInput(m_document);
  m_plots = summaryPlots(m_board, m_input.mark);
  renderPlots(m_writer, m_plots, ReportFormat::Summary, m_input.design->scenario);
}

void SummaryPrinting::finish(const Report& summary) {
  deleteLater();
  if (onReady) {
    onReady(summary);
    return;
  }
  auto* printer = new QPrinter(QPrinter::HighResolution);
  printer->setPageSize(usualPageSize());
  auto* dialog = named<QPrintDialog>("printDialog", printer, m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), dialog,
          [summary](QPrinter* chosen) { printSummary(summary, *chosen); });
  connect(dialog, &QObject::destroyed, dialog, [printer] { delete printer; });
  dialog->open();
}

}  // namespace noiseloom
