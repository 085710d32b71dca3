#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/design/post_hoc.h"
#include "ui/jobs/newest_job.h"

class QLabel;

namespace noiseloom {

class NumberField;
class WrappingTable;

/// What the design's strategy and noise promise when participations are closer together, or more, than they were built
/// for: enter a separation and a number of participations. Computed on a worker thread.
class SeparationPage : public QWidget {
  Q_OBJECT

 public:
  explicit SeparationPage(QWidget* parent = nullptr);

  /// Keeps what was entered; a new scenario's own separation and participations are what it starts with.
  void showDesign(const std::shared_ptr<const Design>& design);
  NumberField& separation() { return *m_separation; }
  NumberField& participations() { return *m_participations; }
  /// The result of what is entered; none while it is being computed or cannot be.
  const std::optional<PostHocClaim>& result() const { return m_result; }

 private:
  void compute();
  void refresh();
  void showProblem(const InvalidArgument& problem);

  std::shared_ptr<const Design> m_design;
  NumberField* m_separation;
  NumberField* m_participations;
  std::optional<double> m_enteredSeparation;
  std::optional<double> m_enteredParticipations;
  WrappingTable* m_table;
  QLabel* m_note;
  std::optional<PostHocClaim> m_result;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
