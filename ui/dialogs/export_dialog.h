#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/document/claim_state.h"
#include "ui/export/copy_as.h"
#include "ui/jobs/newest_job.h"

class QCheckBox;
class QPushButton;

namespace noiseloom {

class DutyNote;
class PathRow;
class ScenarioDocument;

/// File > Export strategy and noise plan. Adds missing suffixes, asks in place before overwriting, writes on a worker
/// thread and shows errors beside the paths. A design that is not current cannot be exported, and the dialog says why.
/// A design whose claim is critical needs an explicit tick.
class ExportDialog : public ExportFrame {
  Q_OBJECT

 public:
  explicit ExportDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  PathRow& strategyPath() { return *m_strategy; }
  PathRow& planPath() { return *m_plan; }
  QCheckBox& withPlan() { return *m_withPlan; }
  const DutyNote& duty() const { return *m_duty; }
  /// Its menu copies a program that makes the design's noise, from the strategy file where it needs one.
  QPushButton& programs() { return *m_programs; }
  /// "Export although the claim is critical": visible only then, and never ticked beforehand.
  QCheckBox& despiteClaim() { return *m_despiteClaim; }

 private:
  void refresh() override;
  void refreshClaim();
  void copyProgram(CopyAs library);
  void exportClicked() override;

  ScenarioDocument& m_document;
  PathRow* m_strategy;
  QCheckBox* m_withPlan;
  PathRow* m_plan;
  DutyNote* m_duty;
  QPushButton* m_programs;
  QCheckBox* m_despiteClaim;
  ClaimState m_claim;
  bool m_planFollows = true;  ///< the plan's path is derived from the strategy's until it is edited
  NewestJob m_job;
};

}  // namespace noiseloom
