#include "ui/dialogs/export_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <utility>

#include "ui/dialogs/duty_note.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/export_work.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

const char kStrategySuffix[] = ".npz";
const char kPlanSuffix[] = ".plan.json";

QString completed(const QString& path, const char* suffix) {
  return QString::fromStdString(withSuffix(path.toStdString(), suffix).string());
}

QString planBeside(const QString& strategy) {
  QString stem = strategy;
  if (stem.endsWith(QLatin1String(kStrategySuffix))) stem.chop(static_cast<qsizetype>(sizeof kStrategySuffix) - 1);
  return stem.isEmpty() ? QString() : stem + QLatin1String(kPlanSuffix);
}

}  // namespace

ExportDialog::ExportDialog(ScenarioDocument& document, QWidget* parent)
    : ExportFrame(tr("Export strategy and noise plan"), parent),
      m_document(document),
      m_strategy(new PathRow(PathRow::Kind::SaveFile, tr("Strategy file"), tr("Strategy files (*.npz)"))),
      m_withPlan(new QCheckBox(tr("Noise plan"))),
      m_plan(new PathRow(PathRow::Kind::SaveFile, tr("Noise plan"), tr("Noise plans (*.plan.json)"))),
      m_duty(new DutyNote),
      m_programs(named<QPushButton>("exportPrograms", tr("Copy a program"))),
      m_despiteClaim(new QCheckBox(tr("Export although the claim is critical"))) {
  m_withPlan->setChecked(true);
  m_withPlan->setToolTip(tr("How many machines generate the noise, with their shards, memory and hashes"));
  m_withPlan->setAccessibleName(tr("Write a noise plan"));

  form().addRow(tr("Strategy file"), m_strategy);
  form().addRow(m_withPlan, m_plan);
  form().addRow(tr("Your data loader"), m_duty);
  m_programs->setToolTip(tr("A program that makes this noise and checks the design’s numbers, to begin with"));
  m_programs->setAutoDefault(false);
  m_programs->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  auto* libraries = new QMenu(m_programs);
  for (const CopyAs library : {CopyAs::PyTorch, CopyAs::Jax, CopyAs::NumPy})
    libraries->addAction(copyAsName(library), this, [this, library] { copyProgram(library); });
  m_programs->setMenu(libraries);
  form().addRow(tr("Your training"), m_programs);
  form().addRow(m_despiteClaim);
  m_despiteClaim->hide();

  connect(m_strategy, &PathRow::changed, this, [this] {
    if (m_planFollows) m_plan->setPath(planBeside(m_strategy->path()));
    choose();
  });
  connect(m_plan, &PathRow::changed, this, &ExportDialog::choose);
  connect(&m_plan->edit(), &QLineEdit::textEdited, this, [this] { m_planFollows = false; });
  connect(m_withPlan, &QCheckBox::toggled, this, [this](bool on) {
    m_plan->setEnabled(on);
    choose();
  });
  connect(m_despiteClaim, &QCheckBox::toggled, this, &ExportDialog::refresh);
  connect(&m_job, &NewestJob::failed, this, &ExportDialog::fail);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Trace && change != DocumentChange::Activity)
      refresh();
  });
  m_strategy->setPath(QDir(preferences().usableExportFolder()).filePath(QStringLiteral("strategy.npz")));
  refresh();
}

void ExportDialog::refresh() {
  if (m_job.running()) return;
  refreshClaim();
  const auto design = m_document.design();
  form().setRowVisible(m_duty, design != nullptr);
  form().setRowVisible(m_programs, design != nullptr);
  if (design) m_duty->show(*design, QFileInfo(completed(m_strategy->path(), kStrategySuffix)).fileName());
  const QString reason = m_document.whyNotExportable();
  const bool agreed = !m_claim.critical || m_despiteClaim->isChecked();
  exportButton().setEnabled(reason.isEmpty() && agreed && !m_strategy->path().isEmpty());
  if (!reason.isEmpty()) {
    setAsks(false);
    warn(tr("This design cannot be exported: %1").arg(reason));
  } else if (m_claim.critical && !asks()) {
    warn(tr("Its claim is not made: %1. What to do: %2.").arg(m_claim.reason, m_claim.remedy));
  } else if (!asks()) {
    say(tr("Neither file holds a seed or a key."));
  }
}

void ExportDialog::copyProgram(CopyAs library) {
  const auto design = m_document.design();
  if (!design) return;
  QString program = copyAsText(*design, library);
  const QString file = QFileInfo(completed(m_strategy->path(), kStrategySuffix)).fileName();
  static const QRegularExpression plain(QStringLiteral("^[\\w .+-]+$"));
  const bool named = plain.match(file).hasMatch();
  if (named) program.replace(QStringLiteral("strategy.npz"), file);
  QGuiApplication::clipboard()->setText(program);
  const QString needs = copyAsNeeds(*design, library);
  const QString beside = named && !needs.isEmpty() ? tr("It reads %1: keep both in one folder.").arg(file) : needs;
  say(tr("Copied for %1. %2").arg(copyAsName(library), beside).trimmed());
}

void ExportDialog::refreshClaim() {
  const auto design = m_document.design();
  const ClaimState before = std::exchange(m_claim, design ? claimStateOf(*design) : ClaimState{});
  m_despiteClaim->setVisible(m_claim.critical);
  m_despiteClaim->setAccessibleDescription(m_claim.reason);
  // A tick holds for one reason only.
  if (before.reason == m_claim.reason) return;
  const QSignalBlocker blocker(m_despiteClaim);
  m_despiteClaim->setChecked(false);
}

void ExportDialog::exportClicked() {
  if (m_job.running() || !m_document.whyNotExportable().isEmpty()) return;
  if (m_claim.critical && !m_despiteClaim->isChecked()) return;
  const QString strategy = completed(m_strategy->path(), kStrategySuffix);
  const QString plan = m_withPlan->isChecked() ? completed(m_plan->path(), kPlanSuffix) : QString();
  if (m_withPlan->isChecked() && plan.isEmpty()) {
    warn(tr("The noise plan needs a path, or take its mark away."));
    return;
  }
  QStringList existing;
  for (const QString& path : {strategy, plan}) {
    if (!path.isEmpty() && QFileInfo::exists(path)) existing += QDir::toNativeSeparators(path);
  }
  if (!mayWrite(existing.isEmpty()     ? QString()
                : existing.size() == 1 ? tr("%1 exists. Overwrite it?").arg(existing.front())
                                       : tr("%1 and %2 exist. Overwrite both?").arg(existing.front(), existing.back())))
    return;
  exportButton().setEnabled(false);
  say(tr("Writing …"));
  ExportRequest request{m_document.design(), strategy.toStdString(), plan.toStdString()};
  m_job.start([this, request, strategy, plan](const std::stop_token&) -> NewestJob::Delivery {
    runExport(request);
    QStringList paths{strategy};
    if (!plan.isEmpty()) paths += plan;
    return [this, paths] { succeed(tr("Wrote %1").arg(paths.join(tr(" and "))), paths); };
  });
}

}  // namespace noiseloom
