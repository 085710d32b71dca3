#include "ui/dialogs/save_picture_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>

#include "core/io/scenario_json.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/canvas/caption.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
SavePictureDialog::SavePictureDialog(const Picture& picture, ScenarioDocument& document, QWidget* parent)
    : ExportFrame(tr("Save picture"), parent),
      m_picture(picture),
      m_design(document.design()),
      m_caption(captionOf(document)),
      m_path(named<PathRow>("picturePath", PathRow::Kind::SaveFile, tr("File"), tr("Pictures (*.png *.svg *.pdf)"))) {
  setObjectName(QStringLiteral("savePicture"));
  if (m_design) m_scenario = scenarioText(m_design->scenario);
  form().addRow(tr("File"), m_path);
  m_options = new PictureOptionsForm(form(), this);
  m_path->setPath(QDir(preferences().usableExportFolder()).filePath(picture.name + pictureSuffix(PictureFormat::Png)));
  QStringList suffixes;
  for (const PictureFormat format : kPictureFormats) suffixes += pictureSuffix(format);
  m_path->follow(m_options->formatBox(), suffixes);
  connect(m_path, &PathRow::changed, this, &SavePictureDialog::choose);
  connect(m_options, &PictureOptionsForm::changed, this, &SavePictureDialog::choose);
  connect(&m_writer, &PictureWriter::finished, this, [this](const QStringList& paths) {
    emit exported(paths);
    accept();
  });
  connect(&m_writer, &PictureWriter::failed, this, &SavePictureDialog::fail);
  connect(this, &QDialog::rejected, &m_writer, &PictureWriter::cancel);
  refresh();
}

void SavePictureDialog::openFor(const Picture& picture, ScenarioDocument& document, QWidget& window) {
  auto* dialog = new SavePictureDialog(picture, document, &window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void SavePictureDialog::refresh() {
  if (m_writer.running()) return;
  exportButton().setEnabled(!m_path->path().isEmpty());
  if (asks()) return;
  if (m_caption.warning.isEmpty()) {
    say(tr("The picture carries its scenario, so that it can be opened again."));
  } else {
    warn(tr("The picture will be marked “%1”.").arg(m_caption.warning));
  }
}

void SavePictureDialog::exportClicked() {
  if (m_writer.running()) return;
  PictureOptions options = m_options->options();
  options.scenario = m_scenario;
  const QString path = m_path->pathAs(m_options->formatBox().currentIndex());
  if (!mayWrite(QFileInfo::exists(path) ? tr("%1 exists. Overwrite it?").arg(QDir::toNativeSeparators(path))
                                        : QString()))
    return;
  exportButton().setEnabled(false);
  say(tr("Writing …"));
  m_writer.write({{captioned(m_picture, m_options->captioned(m_caption, m_design.get())), path}}, options,
                 std::vector<TableTarget>());
}

}  // namespace noiseloom
