#include "ui/jobs/error_scale_work.h"

#include <vector>

#include "core/base/errors.h"

namespace noiseloom {

ErrorScaleWork::ErrorScaleWork(ErrorReadings& readings, QObject* parent) : QObject(parent), m_readings(readings) {
  connect(&m_readings, &ErrorReadings::wanted, this, &ErrorScaleWork::next);
  connect(&m_job, &NewestJob::idle, this, &ErrorScaleWork::next);
  next();
}

void ErrorScaleWork::next() {
  if (m_job.running()) return;
  const std::vector<ErrorReadings::Wanted> wanted = m_readings.takeWanted();
  if (wanted.empty()) return;
  m_job.start([this, wanted](const std::stop_token& stop) -> NewestJob::Delivery {
    std::vector<ErrorScale> scales;
    for (const ErrorReadings::Wanted& each : wanted) {
      try {
        scales.emplace_back(each.unit, each.scenario, RunControl{stop});
      } catch (const InvalidArgument&) {
        scales.emplace_back();  // the scenario has no errors in this unit: an empty scale
      }
      if (stop.stop_requested()) return {};
    }
    return [this, wanted, scales] {
      for (std::size_t i = 0; i < wanted.size(); ++i) m_readings.deliver(wanted[i], scales[i]);
      emit m_readings.changed();
    };
  });
}

}  // namespace noiseloom
