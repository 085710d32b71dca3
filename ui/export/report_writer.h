#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "ui/export/picture_writer.h"
#include "ui/export/report_content.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// A plot of a report, with the words that go with it.
struct ReportedPlot {
  Picture picture;
  QString caption;
  QString spoken;
};

/// Makes a report and writes it: plots one after the other, then the claim's profile, which may take seconds, and the
/// document on a worker thread. Nothing appears before all of it is complete.
class ReportWriter : public QObject {
  Q_OBJECT

 public:
  explicit ReportWriter(QObject* parent = nullptr);

  /// `input` without its pictures, which are those of `plots`, light and without titles of their own.
  void write(ReportInput input, std::vector<ReportedPlot> plots, ReportFormat format, const QString& path);
  void cancel();
  bool running() const { return m_running; }

 signals:
  void progressed(const QString& stage);
  void finished(const QStringList& paths);
  void failed(const QString& message);

 private:
  void compose(const QList<QByteArray>& pictures);

  ReportInput m_input;
  std::vector<ReportedPlot> m_plots;
  ReportFormat m_format = ReportFormat::Html;
  QString m_path;
  bool m_running = false;
  PictureWriter m_writer;
  NewestJob m_job;
};

}  // namespace noiseloom
