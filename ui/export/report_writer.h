#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "ui/export/picture_writer.h"
#include "ui/export/report_content.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// A plot of a report, with its caption and description.
struct ReportedPlot {
  Picture picture;
  QString caption;
  QString spoken;
};

/// Draws the plots for a report on that scenario, light and without titles of their own.
void renderPlots(PictureWriter& writer, const std::vector<ReportedPlot>& plots, ReportFormat format,
                 const Scenario& scenario);
/// Adds the drawn plots to the input of a report.
void addPictures(const std::vector<ReportedPlot>& plots, const QList<QByteArray>& drawn, ReportInput& input);

/// Makes and writes a report: plots one by one, then the claim's profile, which may take seconds, and the document on a
/// worker thread. No file appears before everything is complete.
class ReportWriter : public QObject {
  Q_OBJECT

 public:
  explicit ReportWriter(QObject* parent = nullptr);

  /// `input` has no pictures: they are drawn from `plots`.
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
