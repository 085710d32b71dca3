#include "ui/export/copy_picture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QWidget>

#include "core/io/scenario_json.h"
#include "ui/document/claim_state.h"
#include "ui/document/scenario_document.h"
#include "ui/export/picture_writer.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/caption.h"

namespace noiseloom {

void copyPicture(const Picture& picture, const PictureStyle& style, const ScenarioDocument& document, QWidget& owner,
                 std::function<void()> copied) {
  const auto design = document.design();
  if (!design) return;
  auto* writer = new PictureWriter(&owner);
  auto* decoder = new NewestJob({}, NewestJob::Urgency::Foreground, writer);
  QObject::connect(writer, &PictureWriter::rendered, decoder, [=](const QList<QByteArray>& files) {
    decoder->start([=, file = files.front()](const std::stop_token&) -> NewestJob::Delivery {
      return [=, image = QImage::fromData(file)] {
        auto* data = new QMimeData;
        data->setImageData(image);
        // As a PNG file it still carries the scenario.
        data->setData(QStringLiteral("image/png"), file);
        QGuiApplication::clipboard()->setMimeData(data);
        if (copied) copied();
        writer->deleteLater();
      };
    });
  });
  QObject::connect(writer, &PictureWriter::failed, writer, &QObject::deleteLater);
  PictureOptions options;
  options.style = style;
  options.scenario = scenarioText(design->scenario);
  writer->render({captioned(picture, captionOf(document))}, options);
}

}  // namespace noiseloom
