#include "ui/dialogs/export_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dialogs/message_line.h"
#include "ui/dialogs/path_row.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/export_work.h"
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
    : QDialog(parent),
      m_document(document),
      m_strategy(new PathRow(PathRow::Kind::SaveFile, tr("Strategy file"), tr("Strategy files (*.npz)"))),
      m_withPlan(new QCheckBox(tr("Noise plan"))),
      m_plan(new PathRow(PathRow::Kind::SaveFile, tr("Noise plan"), tr("Noise plans (*.plan.json)"))),
      m_message(new MessageLine) {
  setWindowTitle(tr("Export strategy and noise plan"));
  m_withPlan->setChecked(true);
  m_withPlan->setToolTip(tr("How many machines generate the noise, with their shards, memory and hashes"));
  m_withPlan->setAccessibleName(tr("Write a noise plan"));

  auto* form = new QFormLayout;
  form->setHorizontalSpacing(2 * kGrid);
  form->setVerticalSpacing(kGrid);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  form->addRow(tr("Strategy file"), m_strategy);
  form->addRow(m_withPlan, m_plan);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  m_export->setDefault(true);
  m_export->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Overwrite")) + 5 * kGrid);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addLayout(form);
  layout->addWidget(m_message);
  layout->addStretch(1);
  layout->addWidget(buttons);

  connect(m_strategy, &PathRow::changed, this, [this] {
    if (m_planFollows) m_plan->setPath(planBeside(m_strategy->path()));
    onPathChanged();
  });
  connect(m_plan, &PathRow::changed, this, &ExportDialog::onPathChanged);
  connect(&m_plan->edit(), &QLineEdit::textEdited, this, [this] { m_planFollows = false; });
  connect(m_withPlan, &QCheckBox::toggled, this, [this](bool on) {
    m_plan->setEnabled(on);
    onPathChanged();
  });
  connect(m_export, &QPushButton::clicked, this, &ExportDialog::exportClicked);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) { finished({}, problem); });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change != DocumentChange::Sweep && change != DocumentChange::Activity) refresh();
  });
  m_strategy->setPath(QDir::home().filePath(QStringLiteral("strategy.npz")));
  refresh();
}

QString ExportDialog::message() const {
  return m_message->text();
}

void ExportDialog::onPathChanged() {
  m_overwrite = false;
  refresh();
}

void ExportDialog::refresh() {
  if (m_working) return;
  const QString reason = m_document.whyNotExportable();
  m_export->setEnabled(reason.isEmpty() && !m_strategy->path().isEmpty());
  m_export->setText(m_overwrite ? tr("Overwrite") : tr("Export"));
  if (!reason.isEmpty()) {
    m_overwrite = false;
    m_message->show(MessageLine::Tone::Error, tr("This design cannot be exported: %1").arg(reason));
  } else if (!m_overwrite) {
    m_message->show(MessageLine::Tone::Quiet, tr("Neither file holds a seed or a key."));
  }
}

void ExportDialog::exportClicked() {
  if (m_working || !m_document.whyNotExportable().isEmpty()) return;
  const QString strategy = completed(m_strategy->path(), kStrategySuffix);
  const QString plan = m_withPlan->isChecked() ? completed(m_plan->path(), kPlanSuffix) : QString();
  if (m_withPlan->isChecked() && plan.isEmpty()) {
    m_message->show(MessageLine::Tone::Error, tr("The noise plan needs a path, or take its mark away."));
    return;
  }
  QStringList existing;
  for (const QString& path : {strategy, plan}) {
    if (!path.isEmpty() && QFileInfo::exists(path)) existing += QDir::toNativeSeparators(path);
  }
  if (!existing.isEmpty() && !m_overwrite) {
    m_overwrite = true;
    refresh();
    m_message->show(MessageLine::Tone::Question,
                    existing.size() == 1
                        ? tr("%1 exists. Overwrite it?").arg(existing.front())
                        : tr("%1 and %2 exist. Overwrite both?").arg(existing.front(), existing.back()));
    return;
  }
  m_working = true;
  m_export->setEnabled(false);
  m_message->show(MessageLine::Tone::Quiet, tr("Writing …"));
  ExportRequest request{m_document.design(), strategy.toStdString(), plan.toStdString()};
  m_job.start([this, request, strategy, plan](const std::stop_token&) -> NewestJob::Delivery {
    runExport(request);
    QStringList paths{strategy};
    if (!plan.isEmpty()) paths += plan;
    return [this, paths] { finished(paths, {}); };
  });
}

void ExportDialog::finished(const QStringList& paths, const QString& problem) {
  m_working = false;
  m_overwrite = false;
  refresh();
  if (!problem.isEmpty()) {
    m_message->show(MessageLine::Tone::Error, problem);
    return;
  }
  m_message->show(MessageLine::Tone::Quiet, tr("Wrote %1").arg(paths.join(tr(" and "))));
  emit exported(paths);
}

}  // namespace noiseloom
