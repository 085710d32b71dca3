#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "ui/export/picture_file.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// What to write, and where.
struct PictureTarget {
  Picture picture;
  QString path;
};
struct TableTarget {
  DataTable table;
  QString path;
};

/// Writes pictures and tables into files: the long parts on a worker thread, laying charts out in the window's thread,
/// one picture a turn of the event loop. No file appears under its name before all of them are complete; whatever fails
/// or is cancelled before that leaves nothing behind.
class PictureWriter : public QObject {
  Q_OBJECT

 public:
  explicit PictureWriter(QObject* parent = nullptr);

  /// Where pictures of that format stand in a folder.
  static QStringList pathsFor(const std::vector<Picture>& pictures, const QString& folder,
                              PictureFormat format = PictureFormat::Png);
  static QString tablePath(const DataTable& table, const QString& folder);

  /// All into one folder, which is made when it is missing.
  void write(std::vector<Picture> pictures, const PictureOptions& options, const QString& folder,
             std::vector<DataTable> tables = {});
  void write(std::vector<PictureTarget> pictures, const PictureOptions& options, std::vector<TableTarget> tables);
  /// The pictures as they would be written, for a report: paths are ignored and nothing is written.
  void render(std::vector<Picture> pictures, const PictureOptions& options);
  void cancel();
  bool running() const { return m_running; }

 signals:
  void progressed(int done, int total);
  void wrote(const QString& path);
  void finished(const QStringList& paths);
  /// Of render(): the bytes of each file, in the order of the pictures.
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
  QList<QByteArray> m_bytes;  ///< of the pictures that are done
  bool m_keeps = false;       ///< for rendered()
  bool m_running = false;
  NewestJob m_job;
};

}  // namespace noiseloom
