#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/export/figure_file.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/figure.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// What to write, and where.
struct FigureTarget {
  Figure figure;
  QString path;
};
struct TableTarget {
  DataTable table;
  QString path;
};

/// Writes figures and tables into files: the long parts on a worker thread, laying charts out in the window's thread,
/// one figure a turn of the event loop. No file appears under its name before all of them are complete; whatever fails
/// or is cancelled before that leaves nothing behind.
class FigureWriter : public QObject {
  Q_OBJECT

 public:
  explicit FigureWriter(QObject* parent = nullptr);

  /// Where figures of that format stand in a folder.
  static QStringList pathsFor(const std::vector<Figure>& figures, const QString& folder,
                              FigureFormat format = FigureFormat::Png);
  static QString tablePath(const DataTable& table, const QString& folder);

  /// All into one folder, which is made when it is missing.
  void write(std::vector<Figure> figures, const FigureOptions& options, const QString& folder,
             std::vector<DataTable> tables = {});
  /// The same as PNG files of that style.
  void write(std::vector<Figure> figures, const FigureStyle& style, const QString& folder);
  void write(std::vector<FigureTarget> figures, const FigureOptions& options, std::vector<TableTarget> tables);
  /// The figures as they would be written, for a report: paths are ignored and nothing is written.
  void render(std::vector<Figure> figures, const FigureOptions& options);
  void cancel();
  bool running() const { return m_running; }

 signals:
  void progressed(int done, int total);
  void wrote(const QString& path);
  void finished(const QStringList& paths);
  /// Of render(): the bytes of each file, in the order of the figures.
  void rendered(const QList<QByteArray>& files);
  void failed(const QString& message);

 private:
  void begin(std::vector<FigureTarget> figures, const FigureOptions& options, std::vector<TableTarget> tables);
  void prepareNext();
  void paintNext();
  void writeAll();
  void fail(const QString& message);

  std::vector<FigureTarget> m_figures;
  std::vector<TableTarget> m_tables;
  FigureOptions m_options;
  QList<QByteArray> m_bytes;  ///< of the figures that are done
  bool m_keeps = false;       ///< for rendered()
  bool m_running = false;
  NewestJob m_job;
};

}  // namespace noiseloom
