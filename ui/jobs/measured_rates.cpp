#include "ui/jobs/measured_rates.h"

namespace noiseloom {

MeasuredRates::MeasuredRates(QObject* parent) : QObject(parent) {}

const std::optional<NoiseRates>& MeasuredRates::of(NumberType numberType) const {
  return m_known[static_cast<std::size_t>(numberType)];
}

void MeasuredRates::need(NumberType numberType) {
  if (of(numberType) || (m_measuring == numberType && m_job.running())) return;
  m_measuring = numberType;
  m_job.start([this, numberType](const std::stop_token& stop) -> NewestJob::Delivery {
    const auto rates = measuredNoiseRates(numberType, {stop});
    return [this, numberType, rates] {
      if (!rates) return;
      m_known[static_cast<std::size_t>(numberType)] = rates;
      emit measured();
    };
  });
}

}  // namespace noiseloom
