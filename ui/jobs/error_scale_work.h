#pragma once

#include <QObject>

#include "ui/document/error_readings.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// Works out what units of errors take of scenarios, on a thread of its own.
class ErrorScaleWork : public QObject {
  Q_OBJECT

 public:
  explicit ErrorScaleWork(ErrorReadings& readings, QObject* parent = nullptr);

 private:
  void next();

  ErrorReadings& m_readings;
  NewestJob m_job;
};

}  // namespace noiseloom
