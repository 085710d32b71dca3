#pragma once

#include <QDialog>
#include <QLabel>
#include <memory>

#include "core/claim/claim.h"
#include "ui/jobs/newest_job.h"

class QFrame;
class QPushButton;
class QTabWidget;

namespace noiseloom {

class AuditPage;
class MessageLine;
class ProfilePage;
class ScenarioDocument;
class RiskPage;
class SeparationPage;
class WrappingTable;

/// Design > Privacy claim: everything that an auditor needs to know of the current design. Follows the document; while
/// that has no current design, the last claim stays visible, marked, and cannot be copied or saved.
class ClaimDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ClaimDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  /// The claim on show, with the points of its profile that are certified so far.
  const PrivacyClaim& claim() const { return m_claim; }
  bool isStale() const { return m_isStale; }
  QString stateText() const { return m_state->text(); }
  QString message() const;
  ProfilePage& profile() { return *m_profile; }
  RiskPage& risk() { return *m_risk; }
  SeparationPage& separation() { return *m_separation; }
  AuditPage& audit() { return *m_audit; }
  QTabWidget& pages() { return *m_pages; }
  WrappingTable& assumptions() { return *m_assumptions; }
  QList<QPushButton*> outputs() const { return m_outputs; }

  /// Writes JSON if the path ends in ".json", otherwise Markdown, on a worker thread.
  void saveTo(const QString& path);

 signals:
  void saved(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void buildHead();
  void buildOutputs(QLayout& row);
  void follow();
  void showClaim();
  void showState();
  /// As high as the page on show needs, at most as at first, unless a person has chosen another height.
  void fit();
  void copy(const QString& text, const QString& what);
  QString json() const;

  ScenarioDocument& m_document;
  std::shared_ptr<const Design> m_design;
  PrivacyClaim m_claim;
  bool m_isStale = false;
  QFrame* m_head;
  QLabel* m_state;
  QLabel* m_statement;
  QTabWidget* m_pages;
  WrappingTable* m_assumptions;
  WrappingTable* m_accountant;
  WrappingTable* m_scope;
  ProfilePage* m_profile;
  RiskPage* m_risk;
  SeparationPage* m_separation;
  AuditPage* m_audit;
  MessageLine* m_message;
  QList<QPushButton*> m_outputs;
  bool m_painting = false;
  int m_fitted;  ///< the height that it was given
  int m_most;    ///< for which the screen has room
  NewestJob m_writer;
};

}  // namespace noiseloom
