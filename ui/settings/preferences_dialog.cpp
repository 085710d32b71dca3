#include "ui/settings/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/file_chooser.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The language and the notation of numbers as they were at the start: they cannot change while the program runs.
std::pair<Language, bool> wordsAtStart() {
  static const std::pair atStart(preferences().language.get(), preferences().decimalPoint.get());
  return atStart;
}

template <class Widget>
Widget* named(Widget* widget, const char* object, const QString& name, const QString& help) {
  nameWidget(widget, QString::fromLatin1(object), name);
  widget->setAccessibleDescription(help);
  widget->setToolTip(help);
  return widget;
}

QLabel* section(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(scaledFont(label->font(), 1.0, QFont::DemiBold));
  return label;
}

}  // namespace

PreferencesDialog::PreferencesDialog(QWidget* parent)
    : QDialog(parent),
      m_appearance(named(new QComboBox, "appearance", tr("Appearance"),
                         tr("Colours of the window and the plots; System follows the desktop while the program runs"))),
      m_presenter(named(new QCheckBox(tr("Start in presenter mode")), "presenterOnStart", tr("Start in presenter mode"),
                        tr("Large type, thick lines and markers, for a projector"))),
      m_lessMotion(named(new QCheckBox(tr("Less motion")), "lessMotion", tr("Less motion"),
                         tr("What plays by itself goes one step a second at most; also where the system asks for it"))),
      m_language(named(new QComboBox, "language", tr("Language"), tr("Language of the window"))),
      m_point(
          named(new QCheckBox(tr("Numbers with a decimal point")), "decimalPoint", tr("Numbers with a decimal point"),
                tr("1.5 also where the system writes 1,5; files for programs and copied text always have a point"))),
      m_restart(named<QWidget>("restartNote")),
      m_autosave(named(new QCheckBox(tr("Keep a copy of what has changed")), "autosave",
                       tr("Keep a copy of what has changed"),
                       tr("The work comes back as it was after a crash or a power cut"))),
      m_autosaveSeconds(named(new QSpinBox, "autosaveSeconds", tr("Written after"),
                              tr("Seconds from a change until the copy is written, 1 to 600"))),
      m_folder(named(new QLineEdit, "exportFolder", tr("Export to"), tr("The folder in which exports start"))),
      m_folderProblem(named<QLabel>("exportFolderProblem")),
      m_reset(named<QPushButton>("resetPreferences", tr("Reset to defaults"))) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  wordsAtStart();
  build();
  connect(m_appearance, &QComboBox::activated, this,
          [](int index) { preferences().appearance.set(static_cast<Appearance>(index)); });
  connect(m_presenter, &QCheckBox::clicked, this, [](bool on) { preferences().presenterOnStart.set(on); });
  connect(m_lessMotion, &QCheckBox::clicked, this, [](bool on) { preferences().lessMotion.set(on); });
  connect(m_language, &QComboBox::activated, this,
          [this](int index) { preferences().language.set(m_language->itemData(index).value<Language>()); });
  connect(m_point, &QCheckBox::clicked, this, [](bool on) { preferences().decimalPoint.set(on); });
  connect(m_autosave, &QCheckBox::clicked, this, [](bool on) { preferences().autosave.set(on); });
  connect(m_autosaveSeconds, &QSpinBox::valueChanged, this,
          [](int seconds) { preferences().autosaveSeconds.set(seconds); });
  connect(m_folder, &QLineEdit::editingFinished, this, &PreferencesDialog::takeFolder);
  connect(m_reset, &QPushButton::clicked, this, [this] {
    m_folder->clear();
    preferences().resetAll();
    refresh();
  });
  connect(&preferences(), &Preferences::changed, this, &PreferencesDialog::refresh);
  refresh();
}

PreferencesDialog::~PreferencesDialog() {
  // A folder being typed is committed when the field loses the focus, which must not happen during destruction.
  hide();
}

void PreferencesDialog::build() {
  m_appearance->addItems(
      {tr("System"), tr("Light"), tr("Dark"), tr("High contrast, light"), tr("High contrast, dark")});
  m_language->addItem(tr("System"), QVariant::fromValue(Language::System));
  for (const Language language : builtInLanguages())
    m_language->addItem(nameOf(language), QVariant::fromValue(language));
  m_autosaveSeconds->setRange(1, 600);
  m_autosaveSeconds->setSuffix(tr(" s"));
  m_folder->setClearButtonEnabled(true);
  m_folder->setMinimumWidth(widthIn(font(), 260));
  m_folderProblem->setWordWrap(true);
  buildRestart();

  auto* form = new QFormLayout;
  form->setVerticalSpacing(kGrid);
  form->setHorizontalSpacing(2 * kGrid);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  form->addRow(section(tr("Look")));
  form->addRow(tr("&Appearance"), m_appearance);
  form->addRow(QString(), m_presenter);
  form->addRow(QString(), m_lessMotion);
  form->addRow(tr("&Language"), m_language);
  form->addRow(QString(), m_point);
  form->addRow(QString(), m_restart);
  form->addRow(section(tr("Safety")));
  form->addRow(QString(), m_autosave);
  form->addRow(tr("&Written after"), m_autosaveSeconds);
  form->addRow(section(tr("Files")));
  form->addRow(tr("&Export to"), folderRow());
  form->addRow(QString(), m_folderProblem);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  buttons->addButton(m_reset, QDialogButtonBox::ResetRole);
  // Enter in a field commits its text; it must not close the dialog.
  for (QAbstractButton* button : buttons->buttons()) static_cast<QPushButton*>(button)->setAutoDefault(false);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, 2 * kGrid, this);
  layout->addLayout(form);
  layout->addStretch(1);
  layout->addWidget(buttons);
}

void PreferencesDialog::buildRestart() {
  auto* note = new QLabel(tr("This changes when Noiseloom starts next."));
  note->setWordWrap(true);
  auto* button = named<QPushButton>("restartNow", tr("Restart now"));
  button->setToolTip(tr("Closes the window and opens it again with the same work"));
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, &PreferencesDialog::restartWanted);
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, m_restart);
  row->addWidget(note, 1);
  row->addWidget(button);
}

QWidget* PreferencesDialog::folderRow() {
  auto* row = new QWidget;
  auto* browseButton = new QPushButton(symbolicIcon(QStringLiteral("folder-open")), tr("Browse …"));
  browseButton->setAccessibleName(tr("Browse for the folder of exports"));
  browseButton->setAutoDefault(false);
  connect(browseButton, &QPushButton::clicked, this, &PreferencesDialog::browse);
  auto* layout = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, row);
  layout->addWidget(m_folder, 1);
  layout->addWidget(browseButton);
  return row;
}

void PreferencesDialog::refresh() {
  const QSignalBlocker quietly(m_autosaveSeconds);
  const Preferences& now = preferences();
  m_appearance->setCurrentIndex(static_cast<int>(now.appearance.get()));
  m_presenter->setChecked(now.presenterOnStart.get());
  m_lessMotion->setChecked(now.lessMotion.get());
  m_language->setCurrentIndex(std::max(0, m_language->findData(QVariant::fromValue(now.language.get()))));
  m_point->setChecked(now.decimalPoint.get());
  m_restart->setVisible(std::pair(now.language.get(), now.decimalPoint.get()) != wordsAtStart());
  m_autosave->setChecked(now.autosave.get());
  m_autosaveSeconds->setValue(now.autosaveSeconds.get());
  m_autosaveSeconds->setEnabled(now.autosave.get());
  m_folder->setPlaceholderText(QDir::toNativeSeparators(now.usableExportFolder()));
  // Unusable typed text stays.
  if (!m_folderProblem->text().isEmpty() && !m_folder->text().isEmpty()) return;
  m_folderProblem->setText({});
  m_folderProblem->hide();
  m_folder->setText(QDir::toNativeSeparators(now.exportFolder.get()));
}

void PreferencesDialog::takeFolder() {
  const QString path = QDir::fromNativeSeparators(m_folder->text().trimmed());
  const bool usable = path.isEmpty() || QFileInfo(path).isDir();
  m_folderProblem->setText(
      usable
          ? QString()
          : tr("Export to: “%1” is no folder. Use one that exists, or leave it empty for your home folder.").arg(path));
  m_folderProblem->setVisible(!usable);
  setTextColor(*m_folderProblem, themeOf(palette()).error);
  if (usable) preferences().exportFolder.set(path.isEmpty() ? QString() : QDir(path).absolutePath());
  if (usable) refresh();
}

void PreferencesDialog::browse() {
  auto* chooser = newFileChooser(this, tr("Folder for exports"), preferences().usableExportFolder());
  chooser->setFileMode(QFileDialog::Directory);
  connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) {
    m_folder->setText(path);
    takeFolder();
  });
  chooser->open();
}

}  // namespace noiseloom
