#include "ui/jobs/figure_writer.h"

#include <QDir>
#include <QSaveFile>
#include <utility>

namespace noiseloom {
namespace {

/// Empty when it worked, otherwise the reason.
QString savePng(const QImage& image, const QString& path) {
  if (image.isNull()) return FigureWriter::tr("%1: the picture is empty").arg(path);
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit()) {
    return QStringLiteral("%1: %2").arg(path, file.errorString());
  }
  return {};
}

}  // namespace

FigureWriter::FigureWriter(QObject* parent) : QObject(parent) {
  connect(&m_job, &NewestJob::failed, this, &FigureWriter::fail);
}

QStringList FigureWriter::pathsFor(const std::vector<Figure>& figures, const QString& folder) {
  QStringList paths;
  for (const Figure& figure : figures) paths += QDir(folder).filePath(figure.name + QStringLiteral(".png"));
  return paths;
}

void FigureWriter::write(std::vector<Figure> figures, const FigureStyle& style, const QString& folder) {
  m_job.cancel();
  m_figures = std::move(figures);
  m_style = style;
  m_folder = folder;
  m_written.clear();
  m_next = 0;
  if (!QDir().mkpath(folder)) {
    fail(tr("%1: the folder cannot be made").arg(folder));
    return;
  }
  prepareNext();
}

void FigureWriter::prepareNext() {
  if (m_next == m_figures.size()) {
    emit finished(m_written);
    return;
  }
  m_job.start(
      [this, prepare = m_figures[m_next].prepare, style = m_style](const std::stop_token& stop) -> NewestJob::Delivery {
        prepare(style, stop);
        if (stop.stop_requested()) return {};
        return [this] { paintNext(); };
      });
}

void FigureWriter::paintNext() {
  const QImage image = figureImage(m_figures[m_next], m_style);
  const QString path = pathsFor({m_figures[m_next]}, m_folder).front();
  m_job.start([this, image, path](const std::stop_token&) -> NewestJob::Delivery {
    const QString problem = savePng(image, path);
    return [this, path, problem] {
      if (!problem.isEmpty()) {
        fail(problem);
        return;
      }
      m_written += path;
      emit wrote(path);
      ++m_next;
      prepareNext();
    };
  });
}

void FigureWriter::fail(const QString& message) {
  m_figures.clear();
  m_next = 0;
  emit failed(message);
}

}  // namespace noiseloom
