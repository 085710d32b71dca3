#include "ui/dialogs/duty_note.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPushButton>

#include "core/claim/assumptions.h"
#include "core/design/design.h"
#include "core/scenario/drawn_job.h"
#include "core/snippet/copied_command.h"
#include "ui/dialogs/dialog_parts.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {

DutyNote::DutyNote(QWidget* parent)
    : QWidget(parent),
      m_duty(new QLabel),
      m_lead(new QLabel),
      m_line(new QWidget),
      m_command(named<QLabel>("batchesCommand")),
      m_copy(new QPushButton(symbolicIcon(QStringLiteral("copy")), QString())) {
  makeReadable({m_duty, m_lead, m_command});
  for (QLabel* label : {m_duty, m_lead, m_command}) label->setTextFormat(Qt::PlainText);
  const QString tip = tr("Copy the command");
  m_copy->setToolTip(tip);
  m_copy->setAutoDefault(false);
  m_copy->setAccessibleName(tip);
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kHalfGrid, m_line);
  row->addWidget(m_command, 1);
  row->addWidget(m_copy, 0, Qt::AlignTop);
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, kHalfGrid, this);
  for (QWidget* part : {static_cast<QWidget*>(m_duty), static_cast<QWidget*>(m_lead), m_line}) layout->addWidget(part);
  connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(command()); });
  applyLook();
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { applyLook(); });
}

void DutyNote::show(const Design& design, const QString& strategyFile) {
  const Scenario& scenario = design.scenario;
  const bool drawn = scenario.jobBatching == &drawnJobBatching();
  m_duty->setText(coreText(scenario.batching->assumes(scenario, design.bands, everyMember(scenario.contributor()))));
  m_lead->setText(drawn ? tr("Take the batches that this draws from the run’s key:")
                        : tr("Or take the batches that this draws from the run’s key:"));
  m_text = QString::fromStdString(batchesCommand(scenario, design.bands, strategyFile.toStdString()));
  // In a line as long as it is, Qt would break options at their hyphens; a shell reads the lines as one.
  const qsizetype options = m_text.indexOf(QStringLiteral(" --"));
  m_command->setText(options < 0 ? m_text : m_text.left(options) + QStringLiteral(" \\\n ") + m_text.mid(options));
  m_lead->setVisible(!m_text.isEmpty());
  m_line->setVisible(!m_text.isEmpty());
}

void DutyNote::applyLook() {
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (font().pointSizeF() > 0) fixed.setPointSizeF(font().pointSizeF());
  m_command->setFont(fixed);
  setTextColor(*m_lead, themeOf(palette()).mutedText);
}

}  // namespace noiseloom
