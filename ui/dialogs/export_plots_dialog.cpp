#include "ui/dialogs/export_plots_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/dialogs/message_line.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/plot_board.h"
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
    : QDialog(parent),
      m_document(document),
      m_board(board),
      m_folder(new PathRow(PathRow::Kind::Folder, tr("Folder"), {})),
      m_width(pixels(1600, tr("Width in pixels"))),
      m_height(pixels(1200, tr("Height in pixels"))),
      m_appearance(new QComboBox),
      m_message(new MessageLine) {
  setWindowTitle(tr("Export plots"));
  m_appearance->addItems({tr("Light"), tr("Dark")});
  m_appearance->setAccessibleName(tr("Appearance of the figures"));
  auto* size = new QHBoxLayout;
  size->setSpacing(kGrid);
  size->addWidget(m_width);
  size->addWidget(new QLabel(QStringLiteral("×")));
  size->addWidget(m_height);
  size->addStretch(1);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(2 * kGrid);
  form->setVerticalSpacing(kGrid);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  form->addRow(tr("Folder"), m_folder);
  form->addRow(tr("Size"), size);
  form->addRow(tr("Appearance"), m_appearance);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  m_export->setDefault(true);
  m_export->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Overwrite")) + 5 * kGrid);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addLayout(form);
  layout->addWidget(m_message);
  layout->addStretch(1);
  layout->addWidget(buttons);

  connect(m_folder, &PathRow::changed, this, [this] {
    m_overwrite = false;
    refresh();
  });
  connect(m_export, &QPushButton::clicked, this, &ExportPlotsDialog::exportClicked);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Activity) refresh();
  });
  connect(&m_writer, &FigureWriter::finished, this, [this](const QStringList& paths) {
    m_overwrite = false;
    refresh();
    m_message->show(MessageLine::Tone::Quiet, tr("Wrote %1 plots to %2").arg(paths.size()).arg(m_folder->path()));
    emit exported(paths);
  });
  connect(&m_writer, &FigureWriter::failed, this, [this](const QString& problem) {
    m_overwrite = false;
    refresh();
    m_message->show(MessageLine::Tone::Error, problem);
  });
  m_folder->setPath(QDir::home().filePath(QStringLiteral("noiseloom-plots")));
  refresh();
}

QString ExportPlotsDialog::message() const {
  return m_message->text();
}

void ExportPlotsDialog::refresh() {
  if (m_writer.running()) return;
  const QString reason = m_document.whyNotExportable();
  m_export->setEnabled(reason.isEmpty() && !m_folder->path().isEmpty());
  m_export->setText(m_overwrite ? tr("Overwrite") : tr("Export"));
  if (!reason.isEmpty()) {
    m_overwrite = false;
    m_message->show(MessageLine::Tone::Error, tr("These plots cannot be exported: %1").arg(reason));
  } else if (!m_overwrite) {
    m_message->show(MessageLine::Tone::Quiet,
                    tr("Strategy matrix and inverse, coefficients, rmse against bands: PNG."));
  }
}

void ExportPlotsDialog::exportClicked() {
  if (m_writer.running() || !m_document.whyNotExportable().isEmpty()) return;
  std::vector<Figure> figures = m_board.figures();
  QStringList existing;
  for (const QString& path : FigureWriter::pathsFor(figures, m_folder->path())) {
    if (QFileInfo::exists(path)) existing += QFileInfo(path).fileName();
  }
  if (!existing.isEmpty() && !m_overwrite) {
    m_overwrite = true;
    refresh();
    m_message->show(MessageLine::Tone::Question,
                    tr("The folder has %1 already. Overwrite?").arg(existing.join(QStringLiteral(", "))));
    return;
  }
  m_export->setEnabled(false);
  m_message->show(MessageLine::Tone::Quiet, tr("Writing …"));
  m_writer.write(std::move(figures), {QSize(m_width->value(), m_height->value()), m_appearance->currentIndex() == 1},
                 m_folder->path());
}

}  // namespace noiseloom
