#include "ui/dialogs/picture_options_form.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <array>
#include <cmath>

#include "core/snippet/copied_command.h"
#include "ui/export/print_units.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kLeastPixels = 320;
constexpr int kMostPixels = 8192;
constexpr double kMostType = 96;
constexpr double kMostLine = 12;

/// A size of figures that a journal, a slide or a poster prints, in inches, and its type in points: ticks, which are
/// the smallest, have at least 7 points in print.
struct Preset {
  const char* name;
  double width;
  double height;
  double type;
};
// Widths of lines and columns as the style files of NeurIPS, ICML and IEEEtran (two columns) set them.
constexpr std::array kPresets{
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "NeurIPS: line of 5.5 inch"), 5.5, 3.4, 8.5},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "ICML: one column"), 3.25, 2.3, 8.5},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "ICML: both columns"), 6.75, 3.4, 8.5},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "IEEE: one column"), 3.5, 2.4, 8.5},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "IEEE: both columns"), 7.16, 3.4, 8.5},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "Slide, 16:9"), 10, 5.63, 16},
    Preset{QT_TRANSLATE_NOOP("noiseloom::PictureOptionsForm", "Poster: half of A0 across"), 15.5, 10, 24}};
// At it, a poster's pixels stay below the limit.
constexpr int kPresetResolution = 300;

/// Height of the type of a figure's layout in its own points: labels are drawn in the font of the window.
double layoutType() {
  return QFontInfo(QApplication::font()).pixelSize();
}

QDoubleSpinBox* sizeBox(const QString& name, const QString& objectName) {
  auto* box = new QDoubleSpinBox;
  nameWidget(box, objectName, name);
  box->setKeyboardTracking(false);
  box->setLocale(numberLocale());
  return box;
}

}  // namespace

PictureOptionsForm::PictureOptionsForm(QFormLayout& form, QWidget* parent)
    : QWidget(parent),
      m_format(named<QComboBox>("pictureFormat")),
      m_preset(named<QComboBox>("picturePreset")),
      m_width(sizeBox(tr("Width of the figures"), QStringLiteral("pictureWidth"))),
      m_height(sizeBox(tr("Height of the figures"), QStringLiteral("pictureHeight"))),
      m_unit(named<QComboBox>("pictureUnit")),
      m_resolution(named<QSpinBox>("pictureResolution")),
      m_type(sizeBox(tr("Size of type in points"), QStringLiteral("pictureType"))),
      m_family(new QComboBox),
      m_line(sizeBox(tr("Width of lines in points"), QStringLiteral("pictureLine"))),
      m_note(named<QLabel>("pictureSizeNote")),
      m_appearance(named<QComboBox>("pictureAppearance")),
      m_title(named<QCheckBox>("pictureTitle", tr("Title in the figure"))),
      m_command(named<QCheckBox>("pictureCommand", tr("Command below the figure"))) {
  hide();
  m_format->addItem(tr("PNG: picture"));
  m_format->addItem(tr("SVG: vector, for the web and drawing programs"));
  m_format->addItem(tr("PDF: vector, for print and LaTeX"));
  m_format->setAccessibleName(tr("Format of the figures"));
  m_unit->addItems({tr("px"), tr("mm"), tr("inch")});
  m_unit->setAccessibleName(tr("Unit of the size"));
  m_resolution->setRange(36, 2400);
  m_resolution->setValue(192);
  m_resolution->setSingleStep(12);
  m_resolution->setSuffix(tr(" dpi"));
  m_resolution->setKeyboardTracking(false);
  m_resolution->setAccessibleName(tr("Resolution in dots per inch"));
  m_resolution->setToolTip(tr("Pixels to an inch: of pictures, and of the heat map inside SVG and PDF files"));
  m_preset->setAccessibleName(tr("What the figures are for"));
  m_preset->addItem(tr("Any size"));
  for (const Preset& preset : kPresets) m_preset->addItem(tr(preset.name));
  m_type->setRange(0, kMostType);
  m_type->setSpecialValueText(tr("in proportion to the size"));
  m_type->setSuffix(tr(" pt"));
  m_type->setDecimals(1);
  m_type->setToolTip(tr("Size of the labels in print. 0: in proportion to the size of the figure"));
  nameWidget(m_family, QStringLiteral("pictureFamily"), tr("Font of the figures"));
  m_family->addItem(tr("Font of the window"), QString());
  for (const QString& family : QFontDatabase::families()) {
    if (QFontDatabase::isSmoothlyScalable(family)) m_family->addItem(family, family);
  }
  m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_family->setMinimumContentsLength(12);
  m_line->setRange(0, kMostLine);
  m_line->setSpecialValueText(tr("in proportion to the type"));
  m_line->setSuffix(tr(" pt"));
  m_line->setDecimals(2);
  m_line->setSingleStep(0.25);
  m_line->setToolTip(tr("Width of curves in print. 0: in proportion to the type"));
  m_appearance->addItems({tr("Light, on white: for paper"), tr("Dark: for slides")});
  m_appearance->setAccessibleName(tr("Appearance of the figures"));
  m_title->setChecked(true);
  m_title->setToolTip(tr("Off where a caption stands below the figure"));
  m_command->setToolTip(tr("The line for a terminal that makes the design again"));
  setTextColor(*m_note, themeOf(palette()).mutedText);
  addRows(form);
  limitSizes();
  m_width->setValue(1600);
  m_height->setValue(1200);
  connectAll();
  refresh();
}

void PictureOptionsForm::addRows(QFormLayout& form) {
  auto* size = newLayout<QHBoxLayout>({}, kGrid);
  size->addWidget(m_width, 1);
  size->addWidget(new QLabel(QStringLiteral("×")));
  size->addWidget(m_height, 1);
  size->addWidget(m_unit);
  form.addRow(tr("Format"), m_format);
  form.addRow(tr("For"), m_preset);
  form.addRow(tr("Size"), size);
  form.addRow(tr("Resolution"), m_resolution);
  auto* type = newLayout<QHBoxLayout>({}, kGrid);
  type->addWidget(m_type, 1);
  type->addWidget(m_family, 1);
  form.addRow(tr("Type"), type);
  form.addRow(tr("Lines"), m_line);
  form.addRow(QString(), m_note);
  form.addRow(tr("Appearance"), m_appearance);
  form.addRow(QString(), m_title);
  form.addRow(QString(), m_command);
}

void PictureOptionsForm::connectAll() {
  connect(m_unit, &QComboBox::currentIndexChanged, this, &PictureOptionsForm::unitChosen);
  connect(m_resolution, &QSpinBox::valueChanged, this, [this] {
    limitSizes();
    refresh();
  });
  for (QDoubleSpinBox* box : {m_width, m_height})
    connect(box, &QDoubleSpinBox::valueChanged, this, &PictureOptionsForm::refresh);
  for (QComboBox* box : {m_format, m_appearance, m_family})
    connect(box, &QComboBox::currentIndexChanged, this, &PictureOptionsForm::refresh);
  for (QDoubleSpinBox* box : {m_type, m_line})
    connect(box, &QDoubleSpinBox::valueChanged, this, &PictureOptionsForm::refresh);
  connect(m_preset, &QComboBox::currentIndexChanged, this, &PictureOptionsForm::presetChosen);
  for (QCheckBox* box : {m_title, m_command}) connect(box, &QCheckBox::toggled, this, &PictureOptionsForm::changed);
}

PictureOptionsForm::Unit PictureOptionsForm::unit() const {
  return static_cast<Unit>(m_unit->currentIndex());
}

PictureFormat PictureOptionsForm::format() const {
  return kPictureFormats.at(m_format->currentIndex());
}

namespace {

/// Pixels per unit.
double pixelsPer(PictureOptionsForm::Unit unit, double dotsPerInch) {
  switch (unit) {
    case PictureOptionsForm::Unit::Pixels: return 1;
    case PictureOptionsForm::Unit::Millimetres: return dotsPerInch / kMillimetresPerInch;
    case PictureOptionsForm::Unit::Inches: return dotsPerInch;
  }
  return 1;
}

}  // namespace

QSize PictureOptionsForm::pixels() const {
  const double factor = pixelsPer(unit(), m_resolution->value());
  return {static_cast<int>(std::lround(m_width->value() * factor)),
          static_cast<int>(std::lround(m_height->value() * factor))};
}

PictureOptions PictureOptionsForm::options() const {
  PictureOptions options;
  options.format = format();
  options.style.pixels = pixels();
  options.style.dark = m_appearance->currentIndex() == 1;
  options.style.title = m_title->isChecked();
  options.dotsPerInch = m_resolution->value();
  if (m_type->value() > 0)
    options.style.scale = m_type->value() * m_resolution->value() / kPointsPerInch / layoutType();
  options.style.family = m_family->currentData().toString();
  const double dots = m_resolution->value() / kPointsPerInch;
  options.style.line = m_line->value() * dots / pictureScale(options.style);
  return options;
}

Caption PictureOptionsForm::captioned(Caption caption, const Design* design) const {
  if (design && m_command->isChecked()) caption.command = QString::fromStdString(commandLine(design->scenario));
  return caption;
}

double PictureOptionsForm::typePoints() const {
  return pictureScale(options().style) * layoutType() * kPointsPerInch / m_resolution->value();
}

void PictureOptionsForm::presetChosen() {
  if (m_preset->currentIndex() < 1) return;
  const Preset& preset = kPresets.at(m_preset->currentIndex() - 1);
  m_presetting = true;
  m_unit->setCurrentIndex(static_cast<int>(Unit::Inches));
  m_resolution->setValue(kPresetResolution);
  m_width->setValue(preset.width);
  m_height->setValue(preset.height);
  m_type->setValue(preset.type);
  m_presetting = false;
}

void PictureOptionsForm::limitSizes() {
  const double factor = pixelsPer(unit(), m_resolution->value());
  const int decimals = unit() == Unit::Pixels ? 0 : unit() == Unit::Millimetres ? 1 : 2;
  const double step = unit() == Unit::Pixels ? 80 : unit() == Unit::Millimetres ? 5 : 0.25;
  // Rounded inwards, so that both ends of the range are allowed in pixels as well.
  const double unitsPlace = std::pow(10.0, decimals);
  for (QDoubleSpinBox* box : {m_width, m_height}) {
    const QSignalBlocker blocker(box);
    box->setDecimals(decimals);
    box->setSingleStep(step);
    box->setRange(std::ceil(kLeastPixels / factor * unitsPlace) / unitsPlace,
                  std::floor(kMostPixels / factor * unitsPlace) / unitsPlace);
  }
}

void PictureOptionsForm::unitChosen() {
  const double inPixels = pixelsPer(m_lastUnit, m_resolution->value());
  const double width = m_width->value() * inPixels;
  const double height = m_height->value() * inPixels;
  m_lastUnit = unit();
  limitSizes();
  const double factor = pixelsPer(m_lastUnit, m_resolution->value());
  const QSignalBlocker blocker(m_width);
  m_width->setValue(width / factor);
  m_height->setValue(height / factor);
  refresh();
}

void PictureOptionsForm::refresh() {
  const QSize size = pixels();
  const double millimetres = kMillimetresPerInch / m_resolution->value();
  // A size of one's own is for nothing in particular.
  if (!m_presetting && m_preset->currentIndex() > 0) {
    const Preset& preset = kPresets.at(m_preset->currentIndex() - 1);
    const bool kept =
        unit() != Unit::Inches || (m_width->value() == preset.width && m_height->value() == preset.height);
    if (!kept) m_preset->setCurrentIndex(0);
  }
  m_note->setText(tr("%1 × %2 px, %3 × %4 mm on paper, type of %5 points")
                      .arg(QString::number(size.width()), QString::number(size.height()),
                           fixedText(size.width() * millimetres, 1), fixedText(size.height() * millimetres, 1),
                           fixedText(typePoints(), 1)));
  emit changed();
}

}  // namespace noiseloom
