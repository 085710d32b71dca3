#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "ui/export/picture_file.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

struct PictureTarget {
  Picture picture;
  QString path;
};
struct TableTarget {
  DataTable table;
  QString path;
};

/// Writes pictures and tables into files: charts are laid out in the window's thread, one picture per turn of the event
/// loop, and the rest runs on a worker thread. No file appears under its name before all are complete; a failure or
/// cancellation before that leaves nothing behind.
class PictureWriter : public QObject {
  Q_OBJECT

 public:
  explicit PictureWriter(QObject* parent = nullptr);

  /// The paths of pictures of that format in a folder.
  static QStringList pathsFor(const std::vector<Picture>& pictures, const QString& folder,
                              PictureFormat format = PictureFormat::Png);
  static QString tablePath(const DataTable& table, const QString& folder);

  /// Writes everything into one folder, which is created if missing.
  void write(std::vector<Picture> pictures, const PictureOptions& options, const QString& folder,
             std::vector<DataTable> tables = {});
  void write(std::vector<PictureTarget> pictures, const PictureOptions& options, std::vector<TableTarget> tables);
  /// Renders the pictures as they would be written, for a report; paths are ignored and no file is written.
  void render(std::vector<Picture> pictures, const PictureOptions& options);
  void cancel();
  bool running() const { return m_running; }

 signals:
  void progressed(int done, int total);
  void wrote(const QString& path);
  void finished(const QStringList& paths);
  /// The result of render(): the bytes of each file, in the order of the pictures.
  void rendered(const QList<QByteArray>& files);
  void failed(const QString& message);

 private:
  void begin(std::vector<PictureTarget> pictures, const PictureOptions& options, std::vector<TableTarget> tables);
  void prepareNext();
  void paintNext();
  void writeAll();
  void fail(const QString& message);

  std::vector<PictureTarget> m_pictures;
  std::vector<TableTarget> m_tables;
  PictureOptions m_options;
  QList<QByteArray> m_bytes;  ///< the finished pictures
  bool m_keeps = false;       ///< keeps the bytes, for rendered()
  bool m_running = false;
  NewestJob m_job;
};

}  // namespace noiseloom
