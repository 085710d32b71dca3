#include "ui/export/save_figure.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QWidget>

#include "core/io/scenario_json.h"
#include "ui/dialogs/save_figure_dialog.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/figure_writer.h"
#include "ui/plots/watermark.h"
#include "ui/style/theme.h"

namespace noiseloom {

void copyPicture(const Figure& figure, const ScenarioDocument& document, QWidget& owner) {
  const auto design = document.design();
  if (!design) return;
  auto* writer = new FigureWriter(&owner);
  QObject::connect(writer, &FigureWriter::rendered, writer, [writer](const QList<QByteArray>& files) {
    auto* data = new QMimeData;
    data->setImageData(QImage::fromData(files.front()));
    // As a file it still carries the scenario.
    data->setData(QStringLiteral("image/png"), files.front());
    QGuiApplication::clipboard()->setMimeData(data);
    writer->deleteLater();
  });
  QObject::connect(writer, &FigureWriter::failed, writer, &QObject::deleteLater);
  FigureOptions options;
  options.style.dark = isDark(owner.palette());
  options.scenario = scenarioText(design->scenario);
  writer->render({watermarked(figure, figureMark(document))}, options);
}

void savePicture(const Figure& figure, ScenarioDocument& document, QWidget& owner) {
  auto* dialog = new SaveFigureDialog(figure, document, owner.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

}  // namespace noiseloom
