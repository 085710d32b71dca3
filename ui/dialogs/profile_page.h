#pragma once

#include <QLabel>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/claim/claim.h"
#include "core/claim/privacy_profile.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class LinePlot;
class WrappingTable;

/// The privacy profile of a design: certified points as a chart and a table, and the claim in other currencies. Points
/// are certified on a worker thread and appear one by one.
class ProfilePage : public QWidget {
  Q_OBJECT

 public:
  explicit ProfilePage(QWidget* parent = nullptr);

  /// Known points are kept if only the wording of the claim has changed.
  void showDesign(const std::shared_ptr<const Design>& design, const PrivacyClaim& claim);
  /// Sorted by epsilon; contains at least the claimed point once a design was shown.
  const std::vector<ProfilePoint>& points() const { return m_points; }
  bool running() const { return m_job.running(); }
  QString note() const { return m_note->text(); }
  LinePlot& plot() { return *m_plot; }

 signals:
  void pointsChanged();

 private:
  void add(ProfilePoint point);
  void refresh();

  std::shared_ptr<const Design> m_design;
  std::vector<ProfilePoint> m_points;
  std::size_t m_wanted = 0;
  LinePlot* m_plot;
  WrappingTable* m_table;
  QLabel* m_currencies;
  QLabel* m_note;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
