#include "ui/export/picture_writer.h"

#include <QDir>
#include <QFileInfo>
#include <memory>
#include <span>
#include <utility>

#include "core/io/atomic_file.h"
#include "ui/export/table_csv.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

struct ReadyFile {
  QString path;
  QByteArray bytes;
};

/// Writes all files or none. Returns false if stopped.
bool writeFiles(const std::vector<ReadyFile>& files, const std::stop_token& stop) {
  std::vector<std::unique_ptr<AtomicFile>> open;
  for (const ReadyFile& file : files) {
    makeFolders(QFileInfo(file.path).absolutePath().toStdString());
    open.push_back(std::make_unique<AtomicFile>(file.path.toStdString()));
    open.back()->write(std::as_bytes(std::span(file.bytes.data(), static_cast<std::size_t>(file.bytes.size()))));
    if (stop.stop_requested()) return false;
  }
  for (const auto& file : open) file->commit();
  return true;
}

}  // namespace

PictureWriter::PictureWriter(QObject* parent) : QObject(parent) {
  connect(&m_job, &NewestJob::failed, this, &PictureWriter::fail);
}

QStringList PictureWriter::pathsFor(const std::vector<Picture>& pictures, const QString& folder, PictureFormat format) {
  QStringList paths;
  for (const Picture& picture : pictures) paths += QDir(folder).filePath(picture.name + pictureSuffix(format));
  return paths;
}

QString PictureWriter::tablePath(const DataTable& table, const QString& folder) {
  return QDir(folder).filePath(table.name + QStringLiteral(".csv"));
}

void PictureWriter::write(std::vector<Picture> pictures, const PictureOptions& options, const QString& folder,
                          std::vector<DataTable> tables) {
  const QStringList paths = pathsFor(pictures, folder, options.format);
  std::vector<PictureTarget> targets;
  for (std::size_t i = 0; i < pictures.size(); ++i)
    targets.push_back({std::move(pictures[i]), paths[static_cast<qsizetype>(i)]});
  std::vector<TableTarget> data;
  for (DataTable& table : tables) {
    const QString path = tablePath(table, folder);
    data.push_back({std::move(table), path});
  }
  write(std::move(targets), options, std::move(data));
}

void PictureWriter::write(std::vector<PictureTarget> pictures, const PictureOptions& options,
                          std::vector<TableTarget> tables) {
  m_keeps = false;
  begin(std::move(pictures), options, std::move(tables));
}

void PictureWriter::render(std::vector<Picture> pictures, const PictureOptions& options) {
  m_keeps = true;
  std::vector<PictureTarget> targets;
  targets.reserve(pictures.size());
  for (Picture& picture : pictures) targets.push_back({std::move(picture), {}});
  begin(std::move(targets), options, {});
}

void PictureWriter::begin(std::vector<PictureTarget> pictures, const PictureOptions& options,
                          std::vector<TableTarget> tables) {
  m_job.cancel();
  m_pictures = std::move(pictures);
  m_tables = std::move(tables);
  m_options = options;
  m_bytes.clear();
  m_running = true;
  prepareNext();
}

void PictureWriter::cancel() {
  m_running = false;
  m_job.cancel();
}

void PictureWriter::prepareNext() {
  const std::size_t next = m_bytes.size();
  emit progressed(static_cast<int>(next), static_cast<int>(m_pictures.size()));
  if (next == m_pictures.size()) {
    writeAll();
    return;
  }
  m_job.start([this, prepare = m_pictures[next].picture.prepare,
               style = m_options.style](const std::stop_token& stop) -> NewestJob::Delivery {
    prepare(style, stop);
    if (stop.stop_requested()) return {};
    return [this] {
      if (m_running) paintNext();
    };
  });
}

void PictureWriter::paintNext() {
  std::function<QByteArray()> make;
  try {
    make = pictureFile(m_pictures[m_bytes.size()].picture, m_options);
  } catch (const std::exception& problem) {
    fail(errorText(problem));
    return;
  }
  m_job.start([this, make = std::move(make)](const std::stop_token&) -> NewestJob::Delivery {
    return [this, bytes = make()] {
      if (!m_running) return;
      m_bytes += bytes;
      prepareNext();
    };
  });
}

void PictureWriter::writeAll() {
  if (m_keeps) {
    m_running = false;
    emit rendered(std::exchange(m_bytes, {}));
    return;
  }
  std::vector<ReadyFile> files;
  for (std::size_t i = 0; i < m_pictures.size(); ++i)
    files.push_back({m_pictures[i].path, m_bytes[static_cast<qsizetype>(i)]});
  m_job.start(
      [this, files = std::move(files), tables = m_tables](const std::stop_token& stop) mutable -> NewestJob::Delivery {
        for (const TableTarget& table : tables)
          files.push_back({table.path, QByteArray::fromStdString(csvText(table.table))});
        if (!writeFiles(files, stop)) return {};
        QStringList paths;
        for (const ReadyFile& file : files) paths += file.path;
        return [this, paths] {
          m_running = false;
          m_pictures.clear();
          m_bytes.clear();
          for (const QString& path : paths) emit wrote(path);
          emit finished(paths);
        };
      });
}

void PictureWriter::fail(const QString& message) {
  if (!m_running) return;
  m_pictures.clear();
  m_bytes.clear();
  m_running = false;
  emit failed(message);
}

}  // namespace noiseloom
