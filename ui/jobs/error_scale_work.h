#pragma once

#include <QObject>

#include "ui/document/error_readings.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// Computes the error scales of scenarios that ErrorReadings waits for, on its own thread.
class ErrorScaleWork : public QObject {
  Q_OBJECT

 public:
  explicit ErrorScaleWork(ErrorReadings& readings, QObject* parent = nullptr);

 private:
  void next();

  ErrorReadings& m_readings;
  NewestJob m_job{QStringLiteral("unit of errors")};
};

}  // namespace noiseloom
