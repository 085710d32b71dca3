#include "ui/jobs/recalibrator.h"

#include <QElapsedTimer>
#include <utility>

#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

constexpr int kTellMilliseconds = 50;

QString whyNot(const PinnedDesign& pinned, const InvalidArgument& problem) {
  return Recalibrator::tr("%1 cannot be recalibrated: %2 = %3 is not allowed, use %4.")
      .arg(pinned.name, QString::fromStdString(problem.argument()), coreText(problem.value()),
           coreText(problem.allowed()));
}

}  // namespace

Recalibrator::Recalibrator(QObject* parent) : QObject(parent) {
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) { emit finished({}, {problem}); });
}

void Recalibrator::start(const std::vector<PinnedDesign>& pins, const Scenario& claim, Recalibration how) {
  m_job.start([this, pins, claim, how](const std::stop_token& stop) -> NewestJob::Delivery {
    std::map<int, std::shared_ptr<const Design>> designs;
    QStringList problems;
    QElapsedTimer sinceReport;
    for (std::size_t i = 0; i < pins.size() && !stop.stop_requested(); ++i) {
      const auto tell = [&](double within) {
        const double fraction = (static_cast<double>(i) + within) / static_cast<double>(pins.size());
        // This object joins the work before it is destroyed.
        QMetaObject::invokeMethod(
            this, [this, fraction, name = pins[i].name] { emit progressed(fraction, name); }, Qt::QueuedConnection);
        sinceReport.start();
      };
      tell(0);
      const RunControl control{stop, [&](const Progress& progress) {
                                 if (sinceReport.elapsed() > kTellMilliseconds) tell(progress.fraction);
                               }};
      try {
        if (auto made = recalibrated(*pins[i].design, claim, control, how)) designs[pins[i].id] = std::move(made);
      } catch (const InvalidArgument& problem) {
        problems += whyNot(pins[i], problem);
      }
    }
    return [this, designs, problems] { emit finished(designs, problems); };
  });
}

}  // namespace noiseloom
