#include "ui/dialogs/export_report_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <algorithm>
#include <array>

#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_list.h"
#include "ui/dialogs/print_summary.h"
#include "ui/document/claim_state.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr std::array kFormats{ReportFormat::Html, ReportFormat::Pdf, ReportFormat::Markdown, ReportFormat::Summary};

}  // namespace

ExportReportDialog::ExportReportDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent)
    : ExportFrame(tr("Export report"), parent),
      m_document(document),
      m_board(board),
      m_pictures(new PictureList(tr("Plots of the report"), QStringLiteral("reportPictures"))),
      m_path(named<PathRow>("reportPath", PathRow::Kind::SaveFile, tr("File"), tr("Reports (*.html *.pdf *.md)"))),
      m_format(new QComboBox),
      m_withPins(named<QCheckBox>("reportPins", tr("Table of pinned designs"))),
      m_contents(named<QLabel>("reportContents")) {
  setObjectName(QStringLiteral("exportReport"));
  m_pictures->setMinimumSize(42 * kGrid, 40 * kGrid);
  addSide(m_pictures);
  nameWidget(m_format, QStringLiteral("reportFormat"), tr("Format of the report"));
  m_format->addItem(tr("HTML: one page with everything inside"));
  m_format->addItem(tr("PDF: A4 pages"));
  m_format->addItem(tr("Markdown: pictures beside it"));
  m_format->addItem(tr("PDF: a summary on one page, with three plots"));
  form().addRow(tr("File"), m_path);
  form().addRow(tr("Format"), m_format);
  form().addRow(QString(), m_withPins);
  form().addRow(tr("Contents"), m_contents);
  m_withPins->setChecked(true);
  m_path->setPath(suggestedPath());
  QStringList suffixes;
  for (const ReportFormat each : kFormats) suffixes += reportSuffix(each);
  m_path->follow(*m_format, suffixes);
  connect(m_path, &PathRow::changed, this, &ExportReportDialog::choose);
  connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
    // A summary and a report would overwrite each other.
    if (!m_named) m_path->setPath(suggestedPath());
    choose();
  });
  connect(&m_path->edit(), &QLineEdit::textEdited, this, [this] { m_named = true; });
  connect(m_pictures, &CheckList::checkedChanged, this, &ExportReportDialog::refresh);
  connect(m_withPins, &QCheckBox::toggled, this, &ExportReportDialog::refresh);
  auto* later = new QTimer(this);
  later->setSingleShot(true);
  later->setInterval(250);
  connect(later, &QTimer::timeout, this, &ExportReportDialog::relist);
  connect(&m_document, &ScenarioDocument::changed, this, [this, later](DocumentChange change) {
    if (change == DocumentChange::Activity) return;
    later->start();
    refresh();
  });
  connect(&m_document.shelf(), &Shelf::changed, this, &ExportReportDialog::refresh);
  connect(&m_writer, &ReportWriter::progressed, this, &ExportReportDialog::say);
  connect(&m_writer, &ReportWriter::finished, this, [this](const QStringList& paths) {
    succeed(tr("Wrote %1").arg(QDir::toNativeSeparators(paths.front())), paths);
  });
  connect(&m_writer, &ReportWriter::failed, this, &ExportReportDialog::fail);
  connect(this, &QDialog::rejected, &m_writer, &ReportWriter::cancel);
  relist();
  ExportReportDialog::refresh();
}

void ExportReportDialog::relist() {
  if (m_writer.running()) return;
  // More than those are a choice.
  QStringList usual;
  for (const char* name : {"strategyPanel", "rmsePanel", "stepErrorPanel", "costPanel"}) {
    for (const PlotPanel* panel : m_board.panels()) {
      if (panel->objectName() != QLatin1String(name)) continue;
      if (const std::vector<Picture> own = panel->pictures(); !own.empty()) usual += own.front().name;
    }
  }
  m_pictures->setPictures(m_board.pictures(), {}, false, usual);
}

QString ExportReportDialog::suggestedPath() const {
  const QString what = isSummary() ? QStringLiteral("-summary") : QStringLiteral("-report");
  return QDir(preferences().usableExportFolder())
      .filePath(suggestedFileName(m_document.scenario()) + what +
                reportSuffix(kFormats.at(std::max(0, m_format->currentIndex()))));
}

bool ExportReportDialog::isSummary() const {
  return kFormats.at(std::max(0, m_format->currentIndex())) == ReportFormat::Summary;
}

// As makeReport() orders them.
QString ExportReportDialog::contentsText() const {
  QStringList parts;
  const std::size_t pins = m_document.shelf().pins().size();
  if (pins > 0 && m_withPins->isChecked()) parts += tr("Compared designs: %1").arg(pins);
  parts += {tr("Result"), tr("Privacy claim and assumptions"), tr("What the data loader has to do"), tr("Scenario")};
  if (const qsizetype plots = m_pictures->checkedNames().size(); plots > 0) parts += tr("Plots: %1").arg(plots);
  parts += tr("How to verify");
  return parts.join(QLatin1Char('\n'));
}

void ExportReportDialog::refresh() {
  if (m_writer.running()) return;
  const std::size_t pins = m_document.shelf().pins().size();
  // A summary has its own three plots.
  const bool brief = isSummary();
  if (m_pictures->isHidden() != brief) {
    m_pictures->setVisible(!brief);
    form().setRowVisible(m_contents, !brief);
    layout()->activate();  // or the rows of form and list would still count the list
    adjustSize();
  }
  m_withPins->setEnabled(pins > 0);
  m_withPins->setText(pins > 0 ? tr("Table of pinned designs (%n)", nullptr, static_cast<int>(pins))
                               : tr("Table of pinned designs: none is pinned"));
  m_contents->setText(contentsText());
  const QString reason = m_document.whyNotExportable();
  exportButton().setEnabled(reason.isEmpty() && !m_path->path().isEmpty());
  if (!reason.isEmpty()) {
    setAsks(false);
    warn(tr("There is nothing to report: %1").arg(reason));
  } else if (asks()) {
    return;
  } else if (const QString mark = pictureMark(m_document); !mark.isEmpty()) {
    warn(tr("The report and its plots will be marked “%1”.").arg(mark));
  } else if (brief) {
    say(
        tr("The claim, the loader’s duty, result and scenario, and three plots: the strategy, the error of each "
           "step and, largest, the error curve."));
  } else {
    say({});
  }
}

std::vector<ReportedPlot> ExportReportDialog::chosenPictures(const QString& mark) const {
  const QStringList names = m_pictures->checkedNames();
  std::vector<ReportedPlot> chosen;
  for (const PlotPanel* panel : m_board.panels()) {
    const int onShow = panel->currentPicture();
    int place = -1;
    for (Picture& picture : panel->pictures()) {
      ++place;
      if (!names.contains(picture.name)) continue;
      const QString caption =
          tr("Figure %1: %2")
              .arg(QString::number(chosen.size() + 1), picture.title.isEmpty() ? panel->title() : picture.title);
      // The panel's summary describes the picture on show.
      const QString summary = picture.summary.isEmpty() && place == onShow ? panel->summary() : picture.summary;
      const QString spoken = summary.isEmpty() ? caption : summary;
      chosen.push_back({captioned(std::move(picture), {.warning = mark}), caption, spoken});
    }
  }
  return chosen;
}

void ExportReportDialog::exportClicked() {
  if (m_writer.running() || !m_document.whyNotExportable().isEmpty()) return;
  const int format = m_format->currentIndex();
  const QString path = m_path->pathAs(format);
  if (!mayWrite(QFileInfo::exists(path) ? tr("%1 exists. Overwrite it?").arg(QDir::toNativeSeparators(path))
                                        : QString()))
    return;
  ReportInput input = reportInput(m_document);
  if (!m_withPins->isChecked()) input.pins.clear();
  exportButton().setEnabled(false);
  std::vector<ReportedPlot> pictures = isSummary() ? summaryPlots(m_board, input.mark) : chosenPictures(input.mark);
  m_writer.write(std::move(input), std::move(pictures), kFormats.at(format), path);
}

}  // namespace noiseloom
