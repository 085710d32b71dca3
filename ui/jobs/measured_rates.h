#pragma once

#include <QObject>
#include <array>
#include <optional>

#include "core/design/cost.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// The time that noise takes on this machine (NoiseRates), measured in the background when a picture first needs it.
class MeasuredRates : public QObject {
  Q_OBJECT

 public:
  explicit MeasuredRates(QObject* parent = nullptr);

  /// nullopt until they are measured.
  const std::optional<NoiseRates>& of(NumberType numberType) const;
  /// Measures them unless they are known or are being measured. A measurement that was cancelled or failed is tried
  /// again.
  void need(NumberType numberType);
  void cancel() { m_job.cancel(); }

 signals:
  void measured();

 private:
  std::array<std::optional<NoiseRates>, 2> m_known;  ///< by NumberType
  std::optional<NumberType> m_measuring;
  NewestJob m_job{QStringLiteral("rates of noise"),
                  NewestJob::Urgency::Background};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
