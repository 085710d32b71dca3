#include "ui/dialogs/audit_page.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/dialogs/wrapping_table.h"
#include "ui/style/core_text.h"
#include "ui/style/file_chooser.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBeside = 200;  // files whose hash is looked at

/// The strategy file beside a run, by its hash; and how many files were looked at.
struct Beside {
  fs::path file;
  std::size_t looked = 0;
};

Beside strategyBeside(const fs::path& run, const std::string& sha256, const std::stop_token& stop) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& each : fs::directory_iterator(run.parent_path()))
    if (each.path().extension() == ".npz" && each.path() != run && each.is_regular_file()) files.push_back(each.path());
  std::ranges::sort(files);
  Beside found;
  for (const fs::path& file : files) {
    if (found.looked == kMostBeside || stop.stop_requested()) break;
    ++found.looked;
    if (sha256OfFile(file) == sha256) return {file, found.looked};
  }
  return found;
}

QString checkName(const std::string& name) {
  if (name == "epsilon") return AuditPage::tr("Epsilon");
  if (name == "gaussian_pair") return AuditPage::tr("Epsilon, Gaussian");
  if (name == "noise") return AuditPage::tr("Noise");
  if (name == "whiteness") return AuditPage::tr("Correlation");
  if (name == "contribution") return AuditPage::tr("Clipping");
  if (name == "participations") return AuditPage::tr("Participations");
  return QString::fromStdString(name);
}

}  // namespace

AuditPage::AuditPage(QWidget* parent)
    : QWidget(parent),
      m_chooseRun(named<QPushButton>("auditRun", symbolicIcon(QStringLiteral("folder-open")), tr("Choose a run …"))),
      m_chooseStrategy(named<QPushButton>("auditStrategy", symbolicIcon(QStringLiteral("folder-open")),
                                          tr("Choose its strategy file …"))),
      m_files(new QLabel),
      m_note(new QLabel),
      m_otherClaim(new QLabel),
      m_table(new WrappingTable(tr("What the run shows"), {tr("Check"), tr("Outcome"), tr("What it shows")}, {0, 0})) {
  auto* intro = new QLabel(tr(
      "What a test run shows of its claim: an epsilon that it has at least, its noise, its clipping and its batches. "
      "Choose the file that noiseloom.Canaries wrote of the run."));
  intro->setWordWrap(true);
  makeReadable({m_files, m_note, m_otherClaim}, true);
  m_note->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_otherClaim->hide();
  m_chooseStrategy->setEnabled(false);
  auto* row = newLayout<QHBoxLayout>({}, kGrid);
  for (QPushButton* button : {m_chooseRun, m_chooseStrategy}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  row->addWidget(m_files, 1);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addLayout(row);
  layout->addWidget(m_note);
  layout->addWidget(m_otherClaim);
  layout->addWidget(m_table, 1);
  layout->addStretch();  // while there is no table
  m_table->hide();
  connect(m_chooseRun, &QPushButton::clicked, this, [this] {
    choose(tr("A run with canaries"), tr("Runs with canaries (*.npz);;All files (*)"), &AuditPage::chooseRun);
  });
  connect(m_chooseStrategy, &QPushButton::clicked, this, [this] {
    choose(tr("The strategy file that the run followed"), tr("Strategy files (*.npz);;All files (*)"),
           &AuditPage::chooseStrategy);
  });
  connect(&m_job, &NewestJob::failed, m_note, &QLabel::setText);
  onChange(*this, {QEvent::PaletteChange}, [this] { fillTable(); });
}

QString AuditPage::note() const {
  return m_note->text();
}

// open(), not exec(): the page may be closed meanwhile, and destroys the file chooser with it.
void AuditPage::choose(const QString& title, const QString& filter, void (AuditPage::*chosen)(const QString&)) {
  auto* dialog = newFileChooser(this, title, QFileInfo(m_run).path(), filter);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this, chosen](const QString& path) {
    if (!path.isEmpty()) (this->*chosen)(path);
  });
  dialog->open();
}

void AuditPage::showClaim(const PrivacyClaim& claim) {
  m_shownStatement = claim.statement;
  showOtherClaim();
}

void AuditPage::audit(const QString& run, const QString& strategy) {
  m_run = run;
  m_result.reset();
  m_auditedStatement = {};
  m_chooseStrategy->setEnabled(true);
  m_files->setText(QFileInfo(run).fileName());
  m_note->setText(tr("Auditing …"));
  fillTable();
  showOtherClaim();
  m_job.start([this, path = fs::path(run.toStdString()),
               given = fs::path(strategy.toStdString())](const std::stop_token& stop) -> NewestJob::Delivery {
    const CanaryRun canaries = readCanaryRun(path);
    const Beside beside = given.empty() ? strategyBeside(path, canaries.strategySha256, stop) : Beside{given};
    if (stop.stop_requested()) return {};
    if (beside.file.empty()) {
      return [this, sha256 = QString::fromStdString(canaries.strategySha256.substr(0, 12)),
              looked = static_cast<qulonglong>(beside.looked)] {
        m_note->setText(tr("The strategy file that the run followed (SHA-256 %1…) is not among the %2 other .npz files "
                           "that were looked at beside it: choose it.")
                            .arg(sha256)
                            .arg(looked));
      };
    }
    const StrategyFile design = readStrategyFile(beside.file);
    const Audit made = auditOf(canaries, design, sha256OfFile(beside.file), nullptr, kAuditConfidence, {stop});
    if (stop.stop_requested()) return {};
    return [this, made, file = QString::fromStdString(beside.file.filename().string()),
            statement = design.claim.statement] { showResult(made, file, statement); };
  });
}

void AuditPage::showResult(const Audit& audit, const QString& strategy, const Text& statement) {
  m_result = audit;
  m_auditedStatement = statement;
  m_files->setText(tr("%1 by %2").arg(QFileInfo(m_run).fileName(), strategy));
  const QString verdict =
      audit.passed() ? tr("No contradiction to the claim: all that is said below holds together with %1 %.")
                     : tr("Not as claimed: the run is refuted. All that is said below holds together with %1 %.");
  m_note->setText(verdict.arg(100 * audit.confidence) + QLatin1Char(' ') +
                  tr("%1 of %2 canaries were present, %3 of %4 steps were taken.")
                      .arg(countText(audit.present), countText(audit.canaries), countText(audit.steps),
                           countText(audit.iterations)));
  fillTable();
  showOtherClaim();
}

void AuditPage::fillTable() {
  QList<QStringList> rows;
  QList<QIcon> icons;
  if (m_result) {
    const Theme& theme = themeOf(QGuiApplication::palette());
    for (const AuditCheck& check : m_result->checks) {
      icons += check.passed ? symbolicIcon(QStringLiteral("satisfied"), theme.lowerBound)
                            : symbolicIcon(QStringLiteral("violated"), theme.error);
      rows += QStringList{checkName(check.name), check.passed ? tr("not refuted") : tr("refuted"),
                          coreText(check.sentence)};
    }
    for (const Text& one : m_result->notChecked) {
      icons += symbolicIcon(QStringLiteral("to-be-ensured"), theme.stale);
      rows += QStringList{QStringLiteral("–"), tr("not checked"), capitalised(coreText(one)) + QLatin1Char('.')};
    }
  }
  m_table->setRows(rows, icons);
  m_table->setVisible(!rows.empty());
}

void AuditPage::showOtherClaim() {
  const bool other = !m_auditedStatement.empty() && !(m_auditedStatement == m_shownStatement);
  m_otherClaim->setText(
      other ? tr("The run followed another claim than the one on show: %1").arg(coreText(m_auditedStatement))
            : QString());
  m_otherClaim->setVisible(other);
}

}  // namespace noiseloom
