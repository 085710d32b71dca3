#pragma once

#include <QObject>

namespace noiseloom {

/// Turns the signals by which a system ends programs (SIGTERM, SIGINT, SIGHUP) into a Qt signal, so that logging out is
/// not a crash. Only one object at a time; after it the signals end the program at once again.
class EndSignals : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(EndSignals)

 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;

 signals:
  void ended();

 private:
  int m_ends[2] = {-1, -1};
};

}  // namespace noiseloom
