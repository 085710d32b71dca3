#pragma once

#include <QWidget>
#include <optional>

#include "core/audit/audit.h"
#include "core/claim/claim.h"
#include "ui/jobs/newest_job.h"

class QLabel;
class QPushButton;

namespace noiseloom {

class WrappingTable;

/// What a test run with canaries shows of its claim: the user chooses the file that the run wrote. The strategy file
/// that it followed is looked for beside it, by its SHA-256, and asked for where it is not there. On a worker thread.
class AuditPage : public QWidget {
  Q_OBJECT

 public:
  explicit AuditPage(QWidget* parent = nullptr);

  /// The claim on show, with which that of an audited run is compared.
  void showClaim(const PrivacyClaim& claim);
  /// strategy: empty to look for it beside the run.
  void audit(const QString& run, const QString& strategy = {});
  /// What the run shows that was audited last; nullopt while one is audited or if it cannot be.
  const std::optional<Audit>& result() const { return m_result; }
  bool running() const { return m_job.running(); }
  QString note() const;
  WrappingTable& table() { return *m_table; }

 private:
  void choose(const QString& title, const QString& filter, void (AuditPage::*chosen)(const QString&));
  void chooseRun(const QString& path) { audit(path); }
  void chooseStrategy(const QString& path) { audit(m_run, path); }
  void showResult(const Audit& audit, const QString& strategy, const Text& statement);
  void fillTable();
  void showOtherClaim();

  QString m_run;
  Text m_shownStatement;    ///< of the claim on show
  Text m_auditedStatement;  ///< of the strategy file that was audited; empty where there is none
  std::optional<Audit> m_result;
  QPushButton* m_chooseRun;
  QPushButton* m_chooseStrategy;
  QLabel* m_files;
  QLabel* m_note;
  QLabel* m_otherClaim;
  WrappingTable* m_table;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
