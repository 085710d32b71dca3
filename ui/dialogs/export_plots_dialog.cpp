#include "ui/dialogs/export_plots_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "core/io/scenario_json.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_list.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/canvas/caption.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

std::vector<DataTable> tablesOf(const PlotBoard& board) {
  std::vector<DataTable> all;
  for (const PlotPanel* panel : board.panels()) {
    for (DataTable& table : panel->currentTables()) all.push_back(std::move(table));
  }
  return all;
}

/// A list above its All and None buttons.
QWidget* page(CheckList* list) {
  auto* all = new QPushButton(ExportPlotsDialog::tr("All"));
  auto* none = new QPushButton(ExportPlotsDialog::tr("None"));
  for (QPushButton* button : {all, none}) button->setAutoDefault(false);
  all->setAccessibleName(ExportPlotsDialog::tr("Choose all of %1").arg(list->accessibleName()));
  none->setAccessibleName(ExportPlotsDialog::tr("Choose none of %1").arg(list->accessibleName()));
  QObject::connect(all, &QPushButton::clicked, list, [list] { list->setAllChecked(true); });
  QObject::connect(none, &QPushButton::clicked, list, [list] { list->setAllChecked(false); });
  auto* buttons = newLayout<QHBoxLayout>({}, kGrid);
  buttons->addWidget(all);
  buttons->addWidget(none);
  buttons->addStretch(1);
  auto* widget = new QWidget;
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, widget);
  layout->addWidget(list, 1);
  layout->addLayout(buttons);
  return widget;
}

}  // namespace

ExportPlotsDialog::ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent)
    : ExportFrame(tr("Export plots and data"), parent),
      m_document(document),
      m_board(board),
      m_tabs(new QTabWidget),
      m_pictures(new PictureList(tr("Plots to export"), QStringLiteral("exportPictures"))),
      m_tables(new CheckList(tr("Data to export"), QStringLiteral("exportTables"))),
      m_folder(named<PathRow>("exportFolder", PathRow::Kind::Folder, tr("Folder"), QString())),
      m_relist(new QTimer(this)) {
  nameWidget(m_tabs, QStringLiteral("exportTabs"), tr("What to export"));
  m_tabs->tabBar()->setAccessibleName(tr("What to export"));
  m_tabs->addTab(page(m_pictures), tr("Plots"));
  m_tabs->addTab(page(m_tables), tr("Data"));
  m_tabs->setMinimumSize(46 * kGrid, 44 * kGrid);
  addSide(m_tabs);
  form().addRow(tr("Folder"), m_folder);
  m_options = new PictureOptionsForm(form(), this);

  connect(m_folder, &PathRow::changed, this, &ExportPlotsDialog::choose);
  connect(m_pictures, &CheckList::checkedChanged, this, &ExportPlotsDialog::choose);
  connect(m_tables, &CheckList::checkedChanged, this, &ExportPlotsDialog::choose);
  connect(m_options, &PictureOptionsForm::changed, this, &ExportPlotsDialog::choose);
  connect(&m_options->formatBox(), &QComboBox::currentIndexChanged, this, &ExportPlotsDialog::listPictures);
  connect(&m_options->appearance(), &QComboBox::currentIndexChanged, this, &ExportPlotsDialog::listPictures);
  // Results come in bursts while a scenario is being solved.
  m_relist->setSingleShot(true);
  m_relist->setInterval(250);
  connect(m_relist, &QTimer::timeout, this, &ExportPlotsDialog::relist);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Trace || change == DocumentChange::Activity) return;
    m_relist->start();
    if (change != DocumentChange::Sweep) refresh();
  });
  connect(&m_writer, &PictureWriter::progressed, this, [this](int done, int total) {
    if (done < total) say(tr("Drawing plot %1 of %2 …").arg(done + 1).arg(total));
  });
  connect(&m_writer, &PictureWriter::finished, this, [this](const QStringList& paths) {
    succeed(tr("Wrote %n file(s) to %1", nullptr, static_cast<int>(paths.size())).arg(m_folder->path()), paths);
  });
  connect(&m_writer, &PictureWriter::failed, this, &ExportPlotsDialog::fail);
  connect(this, &QDialog::rejected, &m_writer, &PictureWriter::cancel);
  m_folder->setPath(QDir(preferences().usableExportFolder()).filePath(QStringLiteral("noiseloom-plots")));
  relist();
}

void ExportPlotsDialog::listPictures() {
  if (m_writer.running()) return;
  const PictureOptions options = m_options->options();
  m_pictures->setPictures(m_board.pictures(), pictureSuffix(options.format), options.style.dark);
}

void ExportPlotsDialog::relist() {
  if (m_writer.running()) return;
  listPictures();
  std::vector<CheckList::Entry> entries;
  for (const DataTable& table : tablesOf(m_board)) {
    entries.push_back({table.name, table.title,
                       tr("%1.csv, %n row(s)", nullptr, static_cast<int>(table.rows.size())).arg(table.name)});
  }
  m_tables->setEntries(entries, [](const QString&) { return false; });
}

QString ExportPlotsDialog::markOfPictures() const {
  return m_pictures->checkedNames().isEmpty() ? QString() : pictureMark(m_document);
}

std::vector<DataTable> ExportPlotsDialog::checkedTables() const {
  const QStringList names = m_tables->checkedNames();
  if (names.isEmpty()) return {};  // computing tables can take a while
  // Files are the same in every language of the window.
  const SourceTexts english;
  std::vector<DataTable> tables = tablesOf(m_board);
  std::erase_if(tables, [&names](const DataTable& table) { return !names.contains(table.name); });
  return tables;
}

void ExportPlotsDialog::refresh() {
  if (m_writer.running()) return;
  const bool solved = m_document.design() != nullptr;
  const auto pictures = m_pictures->checkedNames().size();
  const auto tables = m_tables->checkedNames().size();
  m_tabs->setTabText(0, tr("Plots (%1 of %2)").arg(pictures).arg(m_pictures->count()));
  m_tabs->setTabText(1, tr("Data (%1 of %2)").arg(tables).arg(m_tables->count()));
  m_tabs->setTabEnabled(1, m_tables->count() > 0);
  // Pictures of an earlier scenario carry a mark; a CSV file has no place for one.
  const bool staleData = tables > 0 && m_document.designState() != DesignState::Current;
  exportButton().setEnabled(solved && !m_folder->path().isEmpty() && pictures + tables > 0 && !staleData);
  if (!solved) {
    setAsks(false);
    warn(tr("These plots cannot be exported: %1").arg(m_document.whyNotExportable()));
  } else if (staleData) {
    setAsks(false);
    warn(tr("Data cannot be exported now: %1").arg(m_document.whyNotExportable()));
  } else if (asks()) {
    return;
  } else if (pictures + tables == 0) {
    say(tr("Choose at least one plot or one table."));
  } else if (const QString mark = markOfPictures(); !mark.isEmpty()) {
    warn(tr("Every plot will be marked “%1”.").arg(mark));
  } else {
    say(pictures > 0 ? tr("As they are shown. Every plot carries its scenario, so that it can be opened again.")
                     : tr("CSV with units in the header and numbers in full precision."));
  }
}

void ExportPlotsDialog::exportClicked() {
  if (m_writer.running() || !m_document.design()) return;
  PictureOptions options = m_options->options();
  options.scenario = scenarioText(m_document.design()->scenario);
  std::vector<Picture> pictures = captioned(m_pictures->checked(m_board.pictures()),
                                            m_options->captioned(captionOf(m_document), m_document.design().get()));
  std::vector<DataTable> tables = checkedTables();
  QStringList targets = PictureWriter::pathsFor(pictures, m_folder->path(), options.format);
  for (const DataTable& table : tables) targets += PictureWriter::tablePath(table, m_folder->path());
  QStringList existing;
  for (const QString& path : targets) {
    if (QFileInfo::exists(path)) existing += QFileInfo(path).fileName();
  }
  if (!mayWrite(existing.isEmpty()
                    ? QString()
                    : tr("The folder has %1 already. Overwrite?").arg(existing.join(QStringLiteral(", ")))))
    return;
  exportButton().setEnabled(false);
  say(tr("Writing …"));
  m_writer.write(std::move(pictures), options, m_folder->path(), std::move(tables));
}

}  // namespace noiseloom
