#include "ui/dialogs/budget_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

#include "core/accounting/composition/profile_composition.h"
#include "core/base/errors.h"
#include "core/base/safe_digits.h"
#include "core/claim/claim.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/document/scenario_document.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/text_field.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Why a pinned design cannot be part of a budget; empty if it can.
QString whyNot(const PinnedDesign& pinned) {
  if (pinned.design->estimated || !pinned.confirmed) return BudgetDialog::tr("nothing certifies it yet");
  if (claimOf(*pinned.design).severity == ClaimSeverity::Critical)
    return BudgetDialog::tr("its claim is not made for its job");
  return {};
}

}  // namespace

BudgetDialog::BudgetDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_table(new QTableWidget),
      m_deltaField(named<NumberField>(
          "budget_delta",
          NumberFieldSpec{tr("Delta"), QStringLiteral("δ"), tr("At which the epsilon of all together is asked"),
                          QString(), SliderScale(1e-12, 0.1, SliderScale::Series::OneTwoFive, false),
                          tr("above 0, below 1")})),
      m_releasesField(named<TextField>(
          "budget_releases", tr("Other releases"), QString(),
          tr("Releases about the same data that are no runs, with commas between them: dp:EPS or dp:EPS:DELTA, "
             "laplace:SCALE or gaussian:SIGMA (noise over sensitivity), discrete-gaussian:SIGMA (of an integer that "
             "one member changes by 1 at most) or zcdp:RHO; after 3x, three of them"),
          QStringLiteral("3xlaplace:20, zcdp:0.01"))),
      m_bestOfField(named<NumberField>(
          "budget_bestOf",
          NumberFieldSpec{
              tr("Best of"), QString(),
              tr("The runs above are one trial of a random number, this many on average, and the best trial alone is "
                 "released. 1: all runs are released"),
              QString(), SliderScale(1, 1000, SliderScale::Series::OneTwoFive, false), tr("1 to 10⁶ trials")})),
      m_trialsField(named<ChoiceField>("budget_trials", tr("Trials"), tr("The law of the number of trials"),
                                       QStringList{tr("logarithmic"), tr("geometric")}, QStringList(2))),
      m_result(named<QLabel>("budgetResult")),
      m_note(named<QLabel>("budgetNote")),
      m_delta(document.scenario().delta) {
  setObjectName(QStringLiteral("budgetDialog"));
  setWindowTitle(tr("Budget of several runs"));
  nameWidget(m_table, QStringLiteral("budgetTable"), tr("Pinned designs; those with a mark are runs on the same data"));
  m_table->setColumnCount(4);
  m_table->setHorizontalHeaderLabels({tr("Design"), tr("Runs"), tr("Promises"), tr("Accounted as")});
  m_table->verticalHeader()->hide();
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_deltaField->showValue(m_delta);
  m_bestOfField->showValue(m_bestOf.mean);
  m_trialsField->showChoice(0);
  m_trialsField->setEnabled(false);
  m_result->setFont(scaledFont(font(), 1.25, QFont::DemiBold));
  auto* intro =
      new QLabel(tr("Each run on the same data spends privacy, and so does every other release. What is released by "
                    "all of them together is certified from their profiles, tighter than the sum of their "
                    "claims (%1).")
                     .arg(cited("composition-theorem", tr("theorem 3.3"))));
  makeReadable({intro, m_result, m_note}, true);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  layout->addWidget(intro);
  layout->addWidget(m_table, 1);
  for (QWidget* field : std::initializer_list<QWidget*>{m_releasesField, m_bestOfField, m_trialsField, m_deltaField})
    layout->addWidget(field);
  layout->addWidget(m_result);
  layout->addWidget(m_note);
  layout->addWidget(newCloseButton(*this, tr("Close")), 0, Qt::AlignRight);
  connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (item->column() == 0) choose(item->row());
  });
  connectFields();
  connect(&m_document.shelf(), &Shelf::changed, this, &BudgetDialog::relist);
  connect(&m_job, &NewestJob::failed, this, [this](const QString& problem) {
    m_result->setText(tr("No budget"));
    m_note->setText(problem);
  });
  relist();
  resize(widthIn(font(), 640), widthIn(font(), 460));
}

void BudgetDialog::connectFields() {
  takeWhatFits(
      *m_deltaField, tr("%1 is not allowed: use a number above 0 and below 1."),
      [](double now) { return now > 0 && now < 1; },
      [this](double now) {
        m_delta = now;
        refresh();
      });
  takeWhatFits(
      *m_bestOfField, tr("%1 is not allowed: use 1, or a number from 1.000001 to 10⁶."),
      [](double now) { return now == 1 || (now >= BestTrial::kLeastTrials && now <= BestTrial::kMostTrials); },
      [this](double now) {
        m_bestOf.mean = now;
        m_trialsField->setEnabled(now > 1);
        refresh();
      });
  connect(m_releasesField, &TextField::edited, this, &BudgetDialog::takeReleases);
  connect(m_trialsField, &ChoiceField::chosen, this, [this](int index) {
    m_bestOf.law = index == 0 ? BestTrial::Law::Logarithmic : BestTrial::Law::Geometric;
    refresh();
  });
}

QString BudgetDialog::resultText() const {
  return m_result->text();
}

QString BudgetDialog::note() const {
  return m_note->text();
}

void BudgetDialog::relist() {
  {
    const QSignalBlocker blocker(m_table);
    m_table->setRowCount(0);
    bool anyLeftOut = false;
    for (const PinnedDesign& pinned : m_document.shelf().pins()) {
      const Scenario& scenario = pinned.design->scenario;
      const QString reason = whyNot(pinned);
      anyLeftOut = anyLeftOut || !reason.isEmpty();
      const int at = m_table->rowCount();
      m_table->insertRow(at);
      auto* name = new QTableWidgetItem(pinned.name);
      name->setData(Qt::UserRole, pinned.id);
      name->setFlags(reason.isEmpty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                      : Qt::ItemIsSelectable);
      name->setCheckState(reason.isEmpty() && !m_left.contains(pinned.id) ? Qt::Checked : Qt::Unchecked);
      m_table->setItem(at, 0, name);
      if (reason.isEmpty()) m_table->setCellWidget(at, 1, runsBox(pinned));
      m_table->setItem(
          at, 2, new QTableWidgetItem(tr("(%1, %2)").arg(entryText(scenario.epsilon), entryText(scenario.delta))));
      m_table->setItem(
          at, 3,
          new QTableWidgetItem(reason.isEmpty() ? coreText(scenario.batching->name) : tr("left out: %1").arg(reason)));
      for (const int column : {0, 2, 3}) m_table->item(at, column)->setToolTip(m_table->item(at, column)->text());
    }
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGrid);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // Names need the room, unless there are reasons to read.
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    if (anyLeftOut) m_table->horizontalHeader()->setSectionResizeMode(3, QHeaderView::Stretch);
  }
  refresh();
}

QWidget* BudgetDialog::runsBox(const PinnedDesign& pinned) {
  auto* box = new QSpinBox;
  box->setObjectName(QStringLiteral("runs_%1").arg(pinned.id));
  box->setRange(1, static_cast<int>(ProfileComposition::kMostProfiles));
  box->setFrame(false);
  const QString name = tr("How often %1 is run on the same data").arg(pinned.name);
  box->setAccessibleName(name);
  box->setToolTip(name);
  const auto known = m_runs.find(pinned.id);
  box->setValue(known == m_runs.end() ? 1 : known->second);
  connect(box, &QSpinBox::valueChanged, this, [this, id = pinned.id](int runs) {
    m_runs[id] = runs;
    refresh();
  });
  return box;
}

void BudgetDialog::choose(int row) {
  const QTableWidgetItem* item = m_table->item(row, 0);
  const int id = item->data(Qt::UserRole).toInt();
  if (item->checkState() == Qt::Checked) {
    m_left.erase(id);
  } else {
    m_left.insert(id);
  }
  refresh();
}

void BudgetDialog::takeReleases(const QString& text) {
  std::vector<OtherRelease> read;
  try {
    for (const QString& part : text.split(QRegularExpression(QStringLiteral("[,;\\s]+")), Qt::SkipEmptyParts))
      read.push_back(otherReleaseFromText(part.toStdString()));
  } catch (const InvalidArgument& problem) {
    m_releasesField->setProblem(
        tr("%1 is not allowed: use %2.").arg(coreText(problem.value()), coreText(problem.allowed())));
    return;
  }
  m_releasesField->setProblem(QString());
  m_releases = std::move(read);
  refresh();
}

void BudgetDialog::refresh() {
  std::vector<std::shared_ptr<const Design>> chosen;
  for (const PinnedDesign& pinned : m_document.shelf().pins()) {
    if (m_left.contains(pinned.id) || !whyNot(pinned).isEmpty()) continue;
    const auto runs = m_runs.find(pinned.id);
    chosen.insert(chosen.end(), runs == m_runs.end() ? 1 : static_cast<std::size_t>(runs->second), pinned.design);
  }
  m_budget.reset();
  m_note->clear();
  if (chosen.empty() && m_releases.empty()) {
    m_job.cancel();
    m_result->setText(tr("No run is chosen"));
    m_note->setText(tr("Pin the design of each run (Ctrl+D); how often each is run is chosen in the table."));
    return;
  }
  if (constexpr Index kMost = ProfileComposition::kMostProfiles; std::ssize(chosen) > kMost) {
    m_job.cancel();
    m_result->setText(tr("Too many runs"));
    m_note->setText(tr("%1 runs are chosen: at most %2 are put together.").arg(chosen.size()).arg(kMost));
    return;
  }
  m_result->setText(tr("Certifying …"));
  BudgetRequest request{chosen, m_delta, m_releases};
  if (m_bestOf.mean > 1 && !chosen.empty()) request.bestOf = m_bestOf;
  m_job.start([this, request](const std::stop_token& stop) -> NewestJob::Delivery {
    const Budget budget = budgetOf(request, {stop});
    if (budget.stopped) return {};
    return [this, request, budget] { showBudget(request, budget); };
  });
}

void BudgetDialog::showBudget(const BudgetRequest& request, const Budget& budget) {
  m_budget = budget;
  m_result->setText(std::isfinite(budget.epsilon)
                        ? tr("Together: (%1, %2)-DP").arg(resultTextUp(budget.epsilon), entryText(budget.delta))
                        : tr("No epsilon is certified at this delta: use a larger one"));
  const auto sumText = [](double sum) { return entryText(roundedUpButForBits(sum, 4)); };  // rounded like the claims
  QString note;
  if (std::isfinite(budget.sumOfEpsilons)) {
    note =
        tr("The plain sum of the claims is (%1, %2).").arg(sumText(budget.sumOfEpsilons), sumText(budget.sumOfDeltas));
  } else if (request.bestOf) {
    note =
        tr("Draw the number of trials before the first one, in secret, with the stop probability %1, and what each "
           "tries afresh from one law; release nothing of the others, nor their number, and score a trial by what it "
           "releases.")
            .arg(resultTextUp(stopProbability(*request.bestOf)));
  }
  if (budget.points > 0) {
    note += tr(" Of %n run(s) only a few points are certified, by draws, which is looser.", nullptr,
               static_cast<int>(budget.points)) +
            tr(" Their certificates fail with a probability of at most %1, all together.")
                .arg(resultTextUp(budget.failureProbability));
  }
  note +=
      tr(" It holds if each run's claim does, and if which runs there are, and their designs, do not depend on what "
         "earlier ones gave.");
  m_note->setText(note);
}

}  // namespace noiseloom
