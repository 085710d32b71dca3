#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "ui/jobs/newest_job.h"
#include "ui/plots/figure.h"

namespace noiseloom {

/// Writes figures as PNG files into a folder, one after the other: the long parts on a worker thread, painting in the
/// window's thread, one figure a turn of the event loop. A file appears under its name only when it is complete.
class FigureWriter : public QObject {
  Q_OBJECT

 public:
  explicit FigureWriter(QObject* parent = nullptr);

  /// The files that would be written.
  static QStringList pathsFor(const std::vector<Figure>& figures, const QString& folder);
  void write(std::vector<Figure> figures, const FigureStyle& style, const QString& folder);
  bool running() const { return m_next < m_figures.size(); }

 signals:
  void wrote(const QString& path);
  void finished(const QStringList& paths);
  void failed(const QString& message);

 private:
  void prepareNext();
  void paintNext();
  void fail(const QString& message);

  std::vector<Figure> m_figures;
  FigureStyle m_style;
  QString m_folder;
  QStringList m_written;
  std::size_t m_next = 0;
  NewestJob m_job;
};

}  // namespace noiseloom
