#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/claim/post_hoc.h"
#include "ui/jobs/newest_job.h"

class QLabel;

namespace noiseloom {

class LinePlot;
class NumberField;
class WrappingTable;

/// What the design's strategy and noise promise if participations are closer together, or more, than they were built
/// for: the user enters a separation and a number of participations, and sees epsilon against every separation.
/// Computed on worker threads.
class SeparationPage : public QWidget {
  Q_OBJECT

 public:
  explicit SeparationPage(QWidget* parent = nullptr);

  /// Keeps the user's entries; a new scenario starts with its own separation and participations.
  void showDesign(const std::shared_ptr<const Design>& design);
  NumberField& separation() { return *m_separation; }
  NumberField& participations() { return *m_participations; }
  /// Epsilon against the observed separation, for the separations certified so far.
  LinePlot& plot() { return *m_plot; }
  const std::vector<SeparationPoint>& points() const { return m_points; }
  const WrappingTable& table() const { return *m_table; }
  const QLabel& note() const { return *m_note; }
  /// The result for the entered values; nullopt while it is computed or if it cannot be.
  const std::optional<PostHocClaim>& result() const { return m_result; }

 private:
  void compute();
  void refresh();
  void computeCurve(Index participations);
  void showCurve();
  void showProblem(const InvalidArgument& problem);

  std::shared_ptr<const Design> m_design;
  NumberField* m_separation;
  NumberField* m_participations;
  std::optional<double> m_enteredSeparation;
  std::optional<double> m_enteredParticipations;
  WrappingTable* m_table;
  QLabel* m_note;
  std::optional<PostHocClaim> m_result;
  LinePlot* m_plot;
  Index m_curveParticipations = 0;  ///< the participations of the curve
  std::shared_ptr<const Design> m_curveOf;
  std::vector<SeparationPoint> m_points;
  // Declared last: joined before the members that they use.
  NewestJob m_curveJob;
  NewestJob m_job;
};

}  // namespace noiseloom
