#include "ui/dialogs/claim_dialog.h"

#include <QClipboard>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/atomic_file.h"
#include "core/io/claim_json.h"
#include "ui/dialogs/audit_page.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/message_line.h"
#include "ui/dialogs/profile_page.h"
#include "ui/dialogs/risk_page.h"
#include "ui/dialogs/separation_page.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/document/claim_markdown.h"
#include "ui/document/scenario_document.h"
#include "ui/settings/preferences.h"
#include "ui/style/core_text.h"
#include "ui/style/file_chooser.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QList<QStringList> rowsOf(const std::vector<ClaimFact>& facts) {
  QList<QStringList> rows;
  for (const ClaimFact& fact : facts) rows += QStringList{fact.name, fact.value};
  return rows;
}

constexpr QSize kSize(880, 620);

QIcon statusIcon(AssumptionStatus status, const Theme& theme) {
  switch (status) {
    case AssumptionStatus::Satisfied: return symbolicIcon(QStringLiteral("satisfied"), theme.lowerBound);
    case AssumptionStatus::ToBeEnsured: return symbolicIcon(QStringLiteral("to-be-ensured"), theme.stale);
    case AssumptionStatus::Violated: return symbolicIcon(QStringLiteral("violated"), theme.error);
  }
  return {};
}

}  // namespace

ClaimDialog::ClaimDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_head(named<QFrame>("claimHead")),
      m_state(new QLabel),
      m_statement(new QLabel),
      m_pages(new QTabWidget),
      m_assumptions(new WrappingTable(tr("Assumptions"), {tr("Status"), tr("Assumption"), tr("What to do")}, {0, 0.5})),
      m_accountant(new WrappingTable(tr("Accountant"), {tr("Figure"), tr("Value")}, {0})),
      m_scope(new WrappingTable(tr("Scope"), {tr("Part"), tr("What it is")}, {0})),
      m_profile(new ProfilePage),
      m_risk(new RiskPage),
      m_separation(new SeparationPage),
      m_audit(new AuditPage),
      m_message(new MessageLine) {
  setObjectName(QStringLiteral("claimDialog"));
  setWindowTitle(tr("Privacy claim"));
  m_pages->addTab(m_assumptions, tr("Assumptions"));
  m_pages->addTab(m_accountant, tr("Accountant"));
  m_pages->addTab(m_scope, tr("Scope"));
  m_pages->addTab(m_profile, tr("Profile"));
  m_pages->addTab(m_risk, tr("Risk"));
  m_pages->addTab(m_separation, tr("At another separation"));
  m_pages->addTab(m_audit, tr("Audit"));
  m_pages->tabBar()->setAccessibleName(tr("Parts of the claim"));
  buildHead();
  m_message->setMinimumHeight(0);
  auto* row = newLayout<QHBoxLayout>({}, kGrid);
  buildOutputs(*row);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid + kHalfGrid, this);
  layout->addWidget(m_head);
  layout->addWidget(m_pages, 1);
  layout->addLayout(row);
  resize(kSize);
  m_fitted = m_most = height();

  connect(m_pages, &QTabWidget::currentChanged, this, &ClaimDialog::fit);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Trace) follow();
  });
  connect(m_profile, &ProfilePage::pointsChanged, this, [this] {
    m_claim.profile = m_profile->points();
    m_risk->showProfile(m_design, m_claim.profile);
  });
  connect(&m_writer, &NewestJob::failed, this,
          [this](const QString& problem) { m_message->show(MessageLine::Tone::Error, problem); });
  follow();
}

void ClaimDialog::buildHead() {
  m_head->setAutoFillBackground(true);
  m_head->setFrameShape(QFrame::NoFrame);
  m_state->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  makeReadable({m_statement}, true);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, kGrid, 2 * kGrid, kGrid}, kHalfGrid, m_head);
  layout->addWidget(m_state);
  layout->addWidget(m_statement);
}

void ClaimDialog::buildOutputs(QLayout& row) {
  const auto add = [&](const QString& icon, const QString& text, const QString& tip, auto slot) {
    auto* button = new QPushButton(symbolicIcon(icon), text);
    button->setToolTip(tip);
    button->setAccessibleDescription(tip);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, slot);
    row.addWidget(button);
    m_outputs += button;
  };
  add(QStringLiteral("copy"), tr("Copy as text"), tr("The whole claim as plain text"),
      [this] { copy(QString::fromStdString(claimText(m_claim)), tr("Copied as text")); });
  add(QStringLiteral("copy"), tr("Copy as JSON"), tr("The whole claim as data, as strategy files hold it"),
      [this] { copy(json(), tr("Copied as JSON")); });
  add(QStringLiteral("export"), tr("Save …"), tr("The whole claim as a Markdown or JSON file"), [this] {
    // open(), not exec(): this dialog may be closed meanwhile, and destroys the file chooser with it.
    auto* dialog = newFileChooser(this, tr("Save the privacy claim"), preferences().usableExportFolder(),
                                  tr("Markdown (*.md);;JSON (*.json)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("privacy-claim.md"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
      if (!path.isEmpty()) saveTo(path);
    });
    dialog->open();
  });
  m_message->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_message->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  row.addWidget(m_message);
  row.addWidget(newCloseButton(*this, tr("Close")));
}

QString ClaimDialog::message() const {
  return m_message->text();
}

void ClaimDialog::follow() {
  const auto design = m_document.design();
  m_isStale = m_document.designState() != DesignState::Current;
  if (!m_isStale && design != m_design) {
    m_design = design;
    m_claim = claimOf(*design);
    showClaim();
  }
  showState();
}

void ClaimDialog::showClaim() {
  m_message->show(MessageLine::Tone::Quiet, {});
  const QString source = typeset(QString::fromStdString(m_claim.statement.english()));
  const QString shown = coreText(m_claim.statement);
  m_statement->setText(
      shown == source ? source : tr("%1\nFiles hold this statement in English, and that wording counts.").arg(shown));
  QList<QStringList> rows;
  QList<QIcon> icons;
  for (const Assumption& assumption : m_claim.assumptions) {
    icons += statusIcon(assumption.status, themeOf(QGuiApplication::palette()));
    rows += QStringList{statusName(assumption.status), coreText(assumption.text),
                        assumption.remedy.empty() ? QStringLiteral("–") : coreText(assumption.remedy)};
  }
  m_assumptions->setRows(rows, icons);
  m_accountant->setRows(rowsOf(accountantFacts(m_claim)));
  m_scope->setRows(rowsOf(scopeFacts(m_claim)));
  m_profile->showDesign(m_design, m_claim);
  m_separation->showDesign(m_design);
  m_audit->showClaim(m_claim);
  m_claim.profile = m_profile->points();
  m_risk->showProfile(m_design, m_claim.profile);
}

void ClaimDialog::showState() {
  m_painting = true;
  const Theme& theme = themeOf(QGuiApplication::palette());
  const bool critical = m_design && m_claim.severity == ClaimSeverity::Critical;
  const bool running = m_document.activity().running;
  m_state->setText(!m_design   ? tr("There is no claim yet")
                   : m_isStale ? running ? tr("Being solved: this is the claim of an earlier scenario")
                                         : tr("Stale: this is the claim of an earlier scenario")
                   : critical ? tr("Critical: an assumption is violated, so that this claim is not made")
                               : tr("Holds if the training job sees to what it must ensure"));
  if (!m_design) m_statement->setText(m_document.whyNotExportable());
  m_head->setAccessibleName(m_state->text());
  QPalette head = palette();
  head.setColor(QPalette::Window, critical ? theme.errorFill : theme.plot);
  head.setColor(QPalette::WindowText, critical ? theme.error : theme.text);
  m_head->setPalette(head);
  QPalette state = head;
  if (m_isStale) state.setColor(QPalette::WindowText, theme.stale);
  m_state->setPalette(state);
  for (int row = 0; row < m_assumptions->rowCount() && m_design; ++row)
    m_assumptions->item(row, 0)->setIcon(statusIcon(m_claim.assumptions[row].status, theme));
  for (QPushButton* button : m_outputs) button->setEnabled(m_design && !m_isStale);
  if (const bool known = m_design != nullptr; m_pages->isHidden() == known) {
    m_pages->setVisible(known);
    resize(width(), known ? m_most : sizeHint().height());
    m_fitted = height();
  }
  m_painting = false;
  fit();
}

void ClaimDialog::fit() {
  if (!isVisible() || m_pages->isHidden() || isMaximized() || height() != m_fitted) return;
  QWidget* page = m_pages->currentWidget();
  // A page has its width only once the layouts around it have been made.
  layout()->activate();
  page->parentWidget()->layout()->activate();
  const auto* table = qobject_cast<const WrappingTable*>(page);
  const int wanted = table ? height() - page->height() + table->wholeHeight() : m_most;
  resize(width(), std::clamp(wanted, std::min(minimumSizeHint().height(), m_most), m_most));
  m_fitted = height();
}

void ClaimDialog::copy(const QString& text, const QString& what) {
  QGuiApplication::clipboard()->setText(text);
  m_message->show(MessageLine::Tone::Quiet, what);
}

QString ClaimDialog::json() const {
  return QString::fromStdString(claimJson(m_claim).dump(2)) + QLatin1Char('\n');
}

void ClaimDialog::saveTo(const QString& path) {
  const bool asJson = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
  const QString name = asJson || path.endsWith(QStringLiteral(".md"), Qt::CaseInsensitive) ? path : path + ".md";
  const std::string text = (asJson ? json() : claimMarkdown(m_claim)).toStdString();
  m_writer.start([this, name, text](const std::stop_token&) -> NewestJob::Delivery {
    writeFileAtomically(name.toStdString(), text);
    return [this, name] {
      m_message->show(MessageLine::Tone::Quiet, tr("Saved %1").arg(QDir::toNativeSeparators(name)));
      emit saved(name);
    };
  });
}

void ClaimDialog::showEvent(QShowEvent* event) {
  // A small screen has made it smaller.
  if (height() != m_fitted) m_most = m_fitted = height();
  QDialog::showEvent(event);
  fit();
}

void ClaimDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !m_painting && m_state) showState();
}

}  // namespace noiseloom
