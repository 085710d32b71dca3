#include "ui/export/report_writer.h"

#include <utility>

#include "core/io/scenario_json.h"
#include "ui/export/summary_page.h"

namespace noiseloom {
namespace {

constexpr QSize kPictureSize(1600, 960);

}  // namespace

void renderPlots(PictureWriter& writer, const std::vector<ReportedPlot>& plots, ReportFormat format,
                 const Scenario& scenario) {
  PictureOptions options;
  options.style.pixels = kPictureSize;
  if (format == ReportFormat::Summary) options.style.scale = kSummaryPictureScale;
  options.style.title = false;
  options.scenario = scenarioText(scenario);
  std::vector<Picture> pictures;
  for (const ReportedPlot& plot : plots) pictures.push_back(plot.picture);
  if (format == ReportFormat::Summary) pictures = summaryPictures(std::move(pictures));
  writer.render(std::move(pictures), options);
}

void addPictures(const std::vector<ReportedPlot>& plots, const QList<QByteArray>& drawn, ReportInput& input) {
  for (qsizetype i = 0; i < drawn.size(); ++i)
    input.pictures.push_back({plots[i].picture.name, plots[i].caption, plots[i].spoken, drawn[i]});
}

ReportWriter::ReportWriter(QObject* parent) : QObject(parent) {
  const auto fail = [this](const QString& message) {
    if (!std::exchange(m_running, false)) return;
    emit failed(message);
  };
  connect(&m_writer, &PictureWriter::failed, this, fail);
  connect(&m_job, &NewestJob::failed, this, fail);
  connect(&m_writer, &PictureWriter::rendered, this, &ReportWriter::compose);
  connect(&m_writer, &PictureWriter::progressed, this, [this](int done, int total) {
    if (done < total) emit progressed(tr("Drawing plot %1 of %2 …").arg(done + 1).arg(total));
  });
}

void ReportWriter::write(ReportInput input, std::vector<ReportedPlot> plots, ReportFormat format, const QString& path) {
  m_input = std::move(input);
  m_plots = std::move(plots);
  m_format = format;
  m_path = path;
  m_running = true;
  renderPlots(m_writer, m_plots, format, m_input.design->scenario);
}

void ReportWriter::cancel() {
  m_running = false;
  m_writer.cancel();
  m_job.cancel();
}

void ReportWriter::compose(const QList<QByteArray>& pictures) {
  if (!m_running) return;
  addPictures(m_plots, pictures, m_input);
  // A summary has no space for the profile.
  const bool brief = m_format == ReportFormat::Summary;
  if (!brief) emit progressed(tr("Certifying the privacy profile …"));
  m_job.start([this, brief, input = std::move(m_input), format = m_format,
               path = m_path](const std::stop_token& stop) -> NewestJob::Delivery {
    RunControl control;
    control.stop = stop;
    const Report report = brief ? makeSummary(input) : makeReport(input, claimWithProfile(*input.design, control));
    if (stop.stop_requested()) return {};
    const QStringList paths = writeReport(report, format, path);
    return [this, paths] {
      m_running = false;
      emit finished(paths);
    };
  });
}

}  // namespace noiseloom
