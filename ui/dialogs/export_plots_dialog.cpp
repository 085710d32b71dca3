#include "ui/dialogs/export_plots_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include "ui/dialogs/message_line.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/plot_board.h"
#include "ui/plots/watermark.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QSpinBox* pixels(int value, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(320, 8192);
  box->setSingleStep(80);
  box->setValue(value);
  box->setSuffix(QStringLiteral(" px"));
  box->setAccessibleName(name);
  return box;
}

}  // namespace

ExportPlotsDialog::ExportPlotsDialog(ScenarioDocument& document, PlotBoard& board, QWidget* parent)
    : ExportFrame(tr("Export plots"), parent),
      m_document(document),
      m_board(board),
      m_folder(new PathRow(PathRow::Kind::Folder, tr("Folder"), {})),
      m_width(pixels(1600, tr("Width in pixels"))),
      m_height(pixels(1200, tr("Height in pixels"))),
      m_appearance(new QComboBox) {
  m_appearance->addItems({tr("Light"), tr("Dark")});
  m_appearance->setAccessibleName(tr("Appearance of the figures"));
  auto* size = new QHBoxLayout;
  size->setSpacing(kGrid);
  size->addWidget(m_width);
  size->addWidget(new QLabel(QStringLiteral("×")));
  size->addWidget(m_height);
  size->addStretch(1);
  form().addRow(tr("Folder"), m_folder);
  form().addRow(tr("Size"), size);
  form().addRow(tr("Appearance"), m_appearance);

  connect(m_folder, &PathRow::changed, this, [this] {
    setOverwrite(false);
    refresh();
  });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Activity) refresh();
  });
  connect(&m_writer, &FigureWriter::finished, this, [this](const QStringList& paths) {
    setOverwrite(false);
    refresh();
    messageLine().show(MessageLine::Tone::Quiet, tr("Wrote %1 plots to %2").arg(paths.size()).arg(m_folder->path()));
    emit exported(paths);
  });
  connect(&m_writer, &FigureWriter::failed, this, [this](const QString& problem) {
    setOverwrite(false);
    refresh();
    messageLine().show(MessageLine::Tone::Error, problem);
  });
  m_folder->setPath(QDir(preferences().usableExportFolder()).filePath(QStringLiteral("noiseloom-plots")));
  refresh();
}

void ExportPlotsDialog::refresh() {
  if (m_writer.running()) return;
  const bool solved = m_document.design() != nullptr;
  exportButton().setEnabled(solved && !m_folder->path().isEmpty());
  if (!solved) {
    setOverwrite(false);
    messageLine().show(MessageLine::Tone::Error,
                       tr("These plots cannot be exported: %1").arg(m_document.whyNotExportable()));
  } else if (const QString mark = figureMark(m_document); !mark.isEmpty() && !overwrite()) {
    messageLine().show(MessageLine::Tone::Error, tr("Every plot will be marked “%1”.").arg(mark));
  } else if (!overwrite()) {
    messageLine().show(MessageLine::Tone::Quiet, tr("Every plot of the window, as it is shown: PNG."));
  }
}

void ExportPlotsDialog::exportClicked() {
  if (m_writer.running() || !m_document.design()) return;
  std::vector<Figure> figures = watermarked(m_board.figures(), figureMark(m_document));
  QStringList existing;
  for (const QString& path : FigureWriter::pathsFor(figures, m_folder->path())) {
    if (QFileInfo::exists(path)) existing += QFileInfo(path).fileName();
  }
  if (!existing.isEmpty() && !overwrite()) {
    setOverwrite(true);
    refresh();
    messageLine().show(MessageLine::Tone::Question,
                       tr("The folder has %1 already. Overwrite?").arg(existing.join(QStringLiteral(", "))));
    return;
  }
  exportButton().setEnabled(false);
  messageLine().show(MessageLine::Tone::Quiet, tr("Writing …"));
  m_writer.write(std::move(figures), {QSize(m_width->value(), m_height->value()), m_appearance->currentIndex() == 1},
                 m_folder->path());
}

}  // namespace noiseloom
