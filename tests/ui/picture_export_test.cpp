#include <gtest/gtest.h>

#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/base/errors.h"
#include "core/io/scenario_json.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_list.h"
#include "ui/dialogs/picture_options_form.h"
#include "ui/dialogs/save_picture_dialog.h"
#include "ui/document/embedded_scenario.h"
#include "ui/export/copy_picture.h"
#include "ui/export/picture_file.h"
#include "ui/export/table_csv.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"

namespace noiseloom {
namespace {

// A red cross from corner to corner, with a word.
Picture cross() {
  Picture picture;
  picture.name = QStringLiteral("cross");
  picture.title = QStringLiteral("A <cross> & more");
  picture.paint = [](QPainter& painter, const PictureStyle& style) {
    const QRectF all(QPointF(), pictureSize(style));
    painter.fillRect(all, Qt::white);
    painter.setPen(QPen(Qt::red, 4));
    painter.drawLine(all.topLeft(), all.bottomRight());
    painter.drawLine(all.topRight(), all.bottomLeft());
    painter.drawText(all, Qt::AlignCenter, QStringLiteral("crossing"));
  };
  return picture;
}

Scenario exampleScenario() {
  return with(smallScenario(), {.workload = Workload::sgd(0.99, 0.5)});
}

PictureOptions optionsFor(PictureFormat format) {
  PictureOptions options;
  options.format = format;
  options.style.pixels = QSize(640, 480);
  options.dotsPerInch = 96;
  options.scenario = scenarioText(exampleScenario());
  return options;
}

class PictureFile : public testing::Test {
 protected:
  std::filesystem::path at(const char* name) const {
    return QDir(folder.path()).filePath(QLatin1String(name)).toStdString();
  }
  std::filesystem::path put(const char* name, const QByteArray& bytes) const {
    QFile file(QString::fromStdString(at(name).string()));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    return at(name);
  }
  QTemporaryDir folder;
};

TEST_F(PictureFile, EveryFormatCarriesTheScenarioAndIsReproducible) {
  for (const PictureFormat format : kPictureFormats) {
    SCOPED_TRACE(pictureSuffix(format).toStdString());
    const QByteArray bytes = pictureFile(cross(), optionsFor(format))();
    EXPECT_EQ(bytes, pictureFile(cross(), optionsFor(format))());
    // The name says nothing: what a file is stands in its first bytes.
    const auto found = embeddedScenario(put("figure.dat", bytes));
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, scenarioText(exampleScenario()));
    EXPECT_TRUE(parseScenario(*found, "figure") == exampleScenario());

    PictureOptions without = optionsFor(format);
    without.scenario.clear();
    EXPECT_FALSE(embeddedScenario(put("figure.dat", pictureFile(cross(), without)())));
  }
}

TEST_F(PictureFile, FilesThatAreNoPicturesCarryNothing) {
  EXPECT_FALSE(embeddedScenario(put("a", "")));
  EXPECT_FALSE(embeddedScenario(put("a", "hello, this is a text")));
  EXPECT_FALSE(embeddedScenario(put("a", "\x89PNG\r\n\x1a\n")));
  EXPECT_THROW(embeddedScenario(at("missing")), IoError);
}

TEST_F(PictureFile, DamagedFilesAreRefusedOrCarryNothingButNeverMoreThanTheyHold) {
  const QByteArray png = pictureFile(cross(), optionsFor(PictureFormat::Png))();
  const qsizetype chunk = png.indexOf("noiseloom-scenario");
  QByteArray damaged = png;
  damaged[chunk + 30] = static_cast<char>(damaged[chunk + 30] ^ 1);
  EXPECT_THROW(embeddedScenario(put("a.png", damaged)), FormatError);
  // A length that claims more than the file has.
  damaged = png;
  qToBigEndian<quint32>(0x7fffffff, damaged.data() + chunk - 8);
  EXPECT_FALSE(embeddedScenario(put("a.png", damaged)));
  for (const PictureFormat format : kPictureFormats) {
    const QByteArray whole = pictureFile(cross(), optionsFor(format))();
    for (qsizetype length = 0; length < whole.size(); length += 97) {
      try {
        const auto found = embeddedScenario(put("cut", whole.left(length)));
        EXPECT_EQ(found.value_or(scenarioText(exampleScenario())), scenarioText(exampleScenario()));
      } catch (const FormatError&) {
        // Its scenario is cut in two.
      }
    }
  }
  const QByteArray svg = pictureFile(cross(), optionsFor(PictureFormat::Svg))();
  QByteArray bomb = svg;
  bomb.replace("{", "&boom;");
  EXPECT_THROW(embeddedScenario(put("a.svg", bomb)), FormatError);
}

TEST_F(PictureFile, AllFormatsShowTheSamePicture) {
  const auto red = [](const QImage& image, double x, double y) {
    const QColor color = image.pixelColor(static_cast<int>(x * image.width()), static_cast<int>(y * image.height()));
    return color.red() > 200 && color.green() < 120;
  };
  const QImage png = QImage::fromData(pictureFile(cross(), optionsFor(PictureFormat::Png))());
  ASSERT_EQ(png.size(), QSize(640, 480));
  EXPECT_NEAR(png.dotsPerMeterX() * 0.0254, 96, 0.1);
  const QByteArray svgBytes = pictureFile(cross(), optionsFor(PictureFormat::Svg))();
  QXmlStreamReader xml(svgBytes);
  while (!xml.atEnd()) xml.readNext();
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_FALSE(svgBytes.contains("<image")) << "the plot must stay vector";
  QSvgRenderer renderer(svgBytes);
  ASSERT_TRUE(renderer.isValid());
  EXPECT_EQ(renderer.viewBoxF().size(), QSizeF(640, 480));
  QImage svg(640, 480, QImage::Format_RGB32);
  svg.fill(Qt::blue);
  QPainter painter(&svg);
  renderer.render(&painter);
  painter.end();
  for (const QImage& image : {png, svg}) {
    for (const double place : {0.05, 0.2, 0.8, 0.95}) {
      EXPECT_TRUE(red(image, place, place));
      EXPECT_TRUE(red(image, place, 1 - place - 1e-9));
      EXPECT_FALSE(red(image, place, 0.5));
    }
  }
  const QByteArray pdf = pictureFile(cross(), optionsFor(PictureFormat::Pdf))();
  EXPECT_TRUE(pdf.startsWith("%PDF-1."));
  EXPECT_TRUE(pdf.trimmed().endsWith("%%EOF"));
  EXPECT_TRUE(pdf.contains("/MediaBox [0 0 480")) << "640 px at 96 dpi are 480 points";
  EXPECT_FALSE(pdf.contains("/Subtype /Image")) << "the plot must stay vector";
  EXPECT_FALSE(pdf.contains("CreationDate"));
}

TEST(TableCsv, NumbersReadBackAndTextIsQuoted) {
  const DataTable table{QStringLiteral("t"),
                        QStringLiteral("T"),
                        {QStringLiteral("lag"), QStringLiteral("C, \"exact\" (clip norms)")},
                        {{1.0, 0.1}, {QStringLiteral("σ, µ"), 1.0 / 3}, {2.0, std::nan("")}}};
  EXPECT_EQ(csvText(table), "lag,\"C, \"\"exact\"\" (clip norms)\"\r\n1,0.1\r\n\"σ, µ\",0.3333333333333333\r\n2,\r\n");
}

class PictureExport : public WindowTest {
 protected:
  QString at(const QString& name) const { return QDir(folder.path()).filePath(name); }
  QStringList files(const QString& sub) const {
    return QDir(at(sub)).entryList(QDir::Files | QDir::Hidden, QDir::Name);
  }
  bool exportNow(ExportFrame& dialog) {
    QSignalSpy exported(&dialog, &ExportFrame::exported);
    QTest::mouseClick(&dialog.exportButton(), Qt::LeftButton);
    return waitFor([&] { return exported.size() == 1; });
  }
  QTemporaryDir folder;
};

TEST_F(PictureExport, ChosenPlotsInEachFormatReopen) {
  ExportPlotsDialog dialog(*document, window->plots());
  dialog.show();
  PictureList& list = dialog.pictures();
  ASSERT_GE(list.count(), 3);
  list.setAllChecked(false);
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  // Space ticks the first plot.
  list.setFocus();
  list.setCurrentRow(0);
  QTest::keyClick(&list, Qt::Key_Space);
  ASSERT_EQ(list.checkedNames().size(), 1);
  const QString name = list.checkedNames().front();
  for (int format = 0; format < 3; ++format) {
    dialog.options().formatBox().setCurrentIndex(format);
    EXPECT_EQ(list.checkedNames(), QStringList{name}) << "choices stay when the list is filled again";
    dialog.folder().setPath(at(QString::number(format)));
    ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    const QString suffix = pictureSuffix(kPictureFormats.at(static_cast<std::size_t>(format)));
    ASSERT_EQ(files(QString::number(format)), QStringList{name + suffix});
    const QString path = QDir(at(QString::number(format))).filePath(name + suffix);
    EXPECT_GT(QFile(path).size(), 2000);
    const auto found = embeddedScenario(path.toStdString());
    ASSERT_TRUE(found);
    EXPECT_TRUE(parseScenario(*found, "figure") == document->scenario());
  }
}

TEST_F(PictureExport, ChosenTablesAreWrittenInFullPrecision) {
  ExportPlotsDialog dialog(*document, window->plots());
  dialog.pictures().setAllChecked(false);
  ASSERT_TRUE(dialog.tables().checkedNames().isEmpty()) << "data only where it is asked for";
  ASSERT_GE(dialog.tables().count(), 1);
  dialog.tables().item(0)->setCheckState(Qt::Checked);
  const QString name = dialog.tables().checkedNames().front();
  dialog.folder().setPath(at(QStringLiteral("data")));
  ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
  ASSERT_EQ(files(QStringLiteral("data")), QStringList{name + QStringLiteral(".csv")});
  QFile file(at(QStringLiteral("data/%1.csv").arg(name)));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  for (const PlotPanel* panel : window->plots().panels()) {
    for (const DataTable& table : panel->tables()) {
      if (table.name == name) {
        EXPECT_EQ(text.toStdString(), csvText(table));
      }
    }
  }
  EXPECT_GT(text.count("\r\n"), 2);
  // A stale table has no place for a mark.
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("Epsilon cannot be read"))) << dialog.message().toStdString();
}

TEST_F(PictureExport, EveryPlotOfTheWindowExportsInEveryFormat) {
  for (int format = 0; format < 3; ++format) {
    ExportPlotsDialog dialog(*document, window->plots());
    dialog.options().formatBox().setCurrentIndex(format);
    const QString sub = QString::number(format);
    dialog.folder().setPath(at(sub));
    ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    const QStringList written = files(sub);
    EXPECT_EQ(written.size(), static_cast<qsizetype>(window->plots().pictures().size()));
    for (const QString& file : written)
      EXPECT_GT(QFile(QDir(at(sub)).filePath(file)).size(), 2000) << file.toStdString();
  }
}

// Markup, text from right to left, what no file may be called, and more than any figure has room for.
TEST_F(PictureExport, NamesOfAnyKindAreWrittenAsTheyAre) {
  const QStringList names{QStringLiteral("<b>bold</b> & <i>more</i>"), QString::fromUtf8("تصميم ٢ للتجربة"),
                          QStringLiteral("../a/b\\c: \"d\""), QString(300, QLatin1Char('n'))};
  for (const QString& name : names) document->shelf().pin(document->design(), name);
  ASSERT_TRUE(waitFor([&] { return !solver->running(); }));
  for (const PictureFormat format : {PictureFormat::Svg, PictureFormat::Pdf}) {
    ExportPlotsDialog dialog(*document, window->plots());
    dialog.options().formatBox().setCurrentIndex(
        static_cast<int>(std::ranges::find(kPictureFormats, format) - kPictureFormats.begin()));
    const QString sub = pictureSuffix(format).mid(1);
    dialog.folder().setPath(at(sub));
    ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    EXPECT_EQ(files(sub).size(), static_cast<qsizetype>(window->plots().pictures().size()));
  }
  QString written;
  for (const QString& file : files(QStringLiteral("svg"))) {
    QFile svg(QDir(at(QStringLiteral("svg"))).filePath(file));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&svg);
    while (!xml.atEnd()) {
      if (xml.readNext() == QXmlStreamReader::Characters) written += xml.text().toString() + QLatin1Char('\n');
    }
    EXPECT_FALSE(xml.hasError()) << file.toStdString() << ": " << xml.errorString().toStdString();
  }
  for (const QString& name : {names[0], names[2]}) EXPECT_TRUE(written.contains(name)) << name.toStdString();
  // A change of direction begins another text.
  for (const QString& word : {names[1].section(QLatin1Char(' '), 0, 0), names[1].section(QLatin1Char(' '), -1)})
    EXPECT_TRUE(written.contains(word)) << word.toStdString();
  EXPECT_TRUE(written.contains(QRegularExpression(QStringLiteral("n{4,}…")))) << "cut, and said to be cut";
}

TEST_F(PictureExport, VectorsOfManyStepsStaySmall) {
  type(Field::Iterations, QStringLiteral("200000"));
  ASSERT_TRUE(waitUntilSolved());
  for (const PictureFormat format : {PictureFormat::Svg, PictureFormat::Pdf}) {
    ExportPlotsDialog dialog(*document, window->plots());
    dialog.options().formatBox().setCurrentIndex(
        static_cast<int>(std::ranges::find(kPictureFormats, format) - kPictureFormats.begin()));
    const QString sub = pictureSuffix(format).mid(1);
    dialog.folder().setPath(at(sub));
    ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    for (const QString& file : files(sub))
      EXPECT_LT(QFile(QDir(at(sub)).filePath(file)).size(), 4'000'000) << file.toStdString();
  }
}

TEST_F(PictureExport, SizesInOtherUnitsKeepTheirMeaning) {
  ExportPlotsDialog dialog(*document, window->plots());
  PictureOptionsForm& form = dialog.options();
  form.resolution().setValue(254);
  form.width().setValue(2540);
  form.height().setValue(1270);
  EXPECT_EQ(form.options().style.pixels, QSize(2540, 1270));
  EXPECT_TRUE(form.sizeNote().contains(QStringLiteral("254.0 × 127.0 mm"))) << form.sizeNote().toStdString();
  form.unitBox().setCurrentIndex(1);
  EXPECT_DOUBLE_EQ(form.width().value(), 254);
  EXPECT_DOUBLE_EQ(form.height().value(), 127);
  EXPECT_EQ(form.options().style.pixels, QSize(2540, 1270));
  // On paper the size stays and the pixels follow the resolution.
  form.resolution().setValue(127);
  EXPECT_EQ(form.options().style.pixels, QSize(1270, 635));
  form.unitBox().setCurrentIndex(2);
  EXPECT_DOUBLE_EQ(form.width().value(), 10);
  form.title().setChecked(false);
  EXPECT_FALSE(form.options().style.title);
  form.appearance().setCurrentIndex(1);
  EXPECT_TRUE(form.options().style.dark);
}

// The heights of all text in a SVG file, in points on paper: its units are 96 to an inch.
std::vector<double> typeOf(const QString& file) {
  QFile svg(file);
  EXPECT_TRUE(svg.open(QIODevice::ReadOnly));
  QXmlStreamReader reader(&svg);
  std::vector<double> scales{1};
  std::vector<double> heights;
  while (!reader.atEnd()) {
    const QXmlStreamReader::TokenType token = reader.readNext();
    if (token == QXmlStreamReader::EndElement) scales.pop_back();
    if (token != QXmlStreamReader::StartElement) continue;
    static const QRegularExpression matrix(QStringLiteral("matrix\\(([-0-9.e]+),([-0-9.e]+)"));
    const QRegularExpressionMatch found =
        matrix.match(reader.attributes().value(QLatin1String("transform")).toString());
    const double own = found.hasMatch() ? std::hypot(found.captured(1).toDouble(), found.captured(2).toDouble()) : 1;
    scales.push_back(scales.back() * own);
    if (reader.name() == QLatin1String("text"))
      heights.push_back(reader.attributes().value(QLatin1String("font-size")).toDouble() * scales.back() * 72 / 96);
  }
  EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
  return heights;
}

/// The content of a PDF file's pages.
QByteArray contentOfPdf(const QByteArray& file) {
  QByteArray content;
  for (qsizetype at = file.indexOf("stream\n"); at >= 0; at = file.indexOf("stream\n", at + 7)) {
    const qsizetype end = file.indexOf("endstream", at);
    if (end < 0 || file.mid(at - 3, 3) == "end") continue;
    // Qt's header is the size of what comes out, which it only takes for a first guess.
    const QByteArray text = qUncompress(QByteArray("\0\0\1\0", 4) + file.mid(at + 7, end - at - 7));
    if (text.contains(" Tf ")) content += text;
  }
  return content;
}

/// The heights of the type on the pages of a PDF file, in points, and its widest and narrowest lines.
struct InPdf {
  std::vector<double> type;
  std::set<double> lines;
};
InPdf readPdf(const QString& path) {
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  InPdf found;
  std::vector<double> scales{1};
  QList<double> numbers;
  double type = 0;
  const auto scaleOf = [&numbers] {  // of the last six numbers, a matrix
    const QList<double> of = numbers.last(6);
    return std::sqrt(std::abs(of[0] * of[3] - of[1] * of[2]));
  };
  for (const QByteArray& word : contentOfPdf(file.readAll()).simplified().split(' ')) {
    bool isNumber = false;
    const double number = word.toDouble(&isNumber);
    if (isNumber) {
      numbers += number;
      continue;
    }
    if (word == "q") scales.push_back(scales.back());
    if (word == "Q" && scales.size() > 1) scales.pop_back();
    if (word == "cm") scales.back() *= scaleOf();
    if (word == "Tf") type = numbers.back();
    if (word == "Tm") found.type.push_back(type * scaleOf() * scales.back());
    if (word == "w") found.lines.insert(std::round(100 * numbers.back() * scales.back()) / 100);
  }
  return found;
}

TEST_F(PictureExport, PdfsForJournalsHaveTheTypeTheFontAndTheLinesThatWereAskedFor) {
  const std::vector<Picture> pictures = window->plots().pictures();
  const auto steps = std::ranges::find(pictures, QStringLiteral("error_of_each_step"), &Picture::name);
  ASSERT_NE(steps, pictures.end());
  SavePictureDialog dialog(*steps, *document);
  dialog.show();
  PictureOptionsForm& form = dialog.options();
  const auto save = [&](const QString& name) {
    form.formatBox().setCurrentIndex(2);
    dialog.path().setPath(at(name + QStringLiteral(".pdf")));
    EXPECT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    return at(name + QStringLiteral(".pdf"));
  };
  for (int preset = 1; preset < form.presetBox().count(); ++preset) {
    form.presetBox().setCurrentIndex(preset);
    const InPdf found = readPdf(save(QString::number(preset)));
    ASSERT_FALSE(found.type.empty());
    EXPECT_GE(std::ranges::min(found.type), 6.95) << form.presetBox().currentText().toStdString();
    EXPECT_FALSE(found.lines.contains(3.25));
  }
  form.line().setValue(3.25);
  EXPECT_TRUE(readPdf(save(QStringLiteral("lines"))).lines.contains(3.25));
  // Any other font that this computer has.
  ASSERT_GT(form.family().count(), 1);
  const auto fontsIn = [](const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    std::set<QByteArray> fonts;
    for (qsizetype i = text.indexOf("/BaseFont /"); i >= 0; i = text.indexOf("/BaseFont /", i + 1))
      fonts.insert(text.mid(i + 11, text.indexOf('\n', i) - i - 11));
    return fonts;
  };
  const std::set<QByteArray> usual = fontsIn(at(QStringLiteral("lines.pdf")));
  std::set<std::set<QByteArray>> all{usual};
  for (int family = 1; family < std::min(form.family().count(), 6); ++family) {
    form.family().setCurrentIndex(family);
    EXPECT_EQ(form.options().style.family, form.family().currentText());
    all.insert(fontsIn(save(QStringLiteral("family%1").arg(family))));
  }
  if (form.family().count() > 2) {
    EXPECT_GT(all.size(), 1U) << "none of them was used";
  }
}

TEST_F(PictureExport, FormatsOfJournalsPrintTypeOfSevenPoints) {
  ExportPlotsDialog dialog(*document, window->plots());
  PictureOptionsForm& form = dialog.options();
  QComboBox& preset = form.presetBox();
  preset.setCurrentIndex(preset.findText(QStringLiteral("IEEE: one column")));
  EXPECT_EQ(form.unitBox().currentText(), QStringLiteral("inch"));
  EXPECT_EQ(form.options().style.pixels, QSize(1050, 720));
  EXPECT_TRUE(form.sizeNote().endsWith(QStringLiteral("type of 8.5 points"))) << form.sizeNote().toStdString();
  form.formatBox().setCurrentIndex(1);
  dialog.folder().setPath(at(QStringLiteral("paper")));
  ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
  for (const QString& file : files(QStringLiteral("paper"))) {
    const std::vector<double> heights = typeOf(QDir(at(QStringLiteral("paper"))).filePath(file));
    if (heights.empty()) continue;  // a matrix drawn as a picture
    EXPECT_GE(std::ranges::min(heights), 6.95) << file.toStdString();
    EXPECT_LE(std::ranges::max(heights), 14) << file.toStdString();
  }
  // A size of one's own is for nothing in particular, and the type stays as it was chosen.
  form.width().setValue(4);
  EXPECT_EQ(preset.currentIndex(), 0);
  EXPECT_EQ(form.type().value(), 8.5);
  form.type().setValue(0);
  EXPECT_EQ(form.options().style.scale, 0);
}

TEST_F(PictureExport, PreviewsAreDrawnInTheBackground) {
  ExportPlotsDialog dialog(*document, window->plots());
  PictureList& list = dialog.pictures();
  ASSERT_TRUE(waitFor([&] { return list.previewsReady(); }));
  for (int row = 0; row < list.count(); ++row) {
    const QImage picture = list.item(row)->icon().pixmap(list.iconSize()).toImage();
    std::set<QRgb> colors;
    for (int x = 0; x < picture.width(); ++x) {
      for (int y = 0; y < picture.height(); ++y) colors.insert(picture.pixel(x, y));
    }
    EXPECT_GT(colors.size(), 4U) << list.item(row)->text().toStdString();
  }
}

TEST_F(PictureExport, ClosingTheDialogWhileItWritesLeavesNothing) {
  ExportPlotsDialog dialog(*document, window->plots());
  dialog.show();
  dialog.folder().setPath(at(QStringLiteral("never")));
  QTest::mouseClick(&dialog.exportButton(), Qt::LeftButton);
  dialog.close();
  QTest::qWait(300);
  EXPECT_FALSE(QDir(at(QStringLiteral("never"))).exists());
}

TEST_F(PictureExport, WritingLeavesTheWindowAlive) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  for (const PictureFormat format : kPictureFormats) {
    ExportPlotsDialog dialog(*document, window->plots());
    dialog.options().formatBox().setCurrentIndex(static_cast<int>(format));
    dialog.folder().setPath(at(pictureSuffix(format)));
    ASSERT_TRUE(waitFor([&] { return dialog.pictures().previewsReady(); }));
    auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
    application.takeLongest();
    ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
    const TimedApplication::Longest longest = application.takeLongest();
    RecordProperty("longest_event_ms_" + pictureSuffix(format).mid(1).toStdString(),
                   std::to_string(longest.processorMilliseconds));
    EXPECT_LT(longest.processorMilliseconds, 100) << longest.receiver.toStdString();
  }
}

TEST_F(PictureExport, AFolderThatCannotBeMadeIsNamedAndNothingIsWritten) {
  QFile file(at(QStringLiteral("file")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.close();
  ExportPlotsDialog dialog(*document, window->plots());
  dialog.folder().setPath(at(QStringLiteral("file/inside")));
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return dialog.message().contains(QStringLiteral("cannot be made")); }))
      << dialog.message().toStdString();
  EXPECT_TRUE(dialog.exportButton().isEnabled());
}

TEST_F(PictureExport, SavingOnePictureLetsSuffixAndFormatFollowEachOther) {
  SavePictureDialog dialog(window->plots().pictures().front(), *document);
  dialog.path().setPath(at(QStringLiteral("mine")));
  dialog.options().formatBox().setCurrentIndex(1);
  EXPECT_EQ(dialog.path().path(), at(QStringLiteral("mine.svg")));
  dialog.options().formatBox().setCurrentIndex(2);
  EXPECT_EQ(dialog.path().path(), at(QStringLiteral("mine.pdf")));
  dialog.path().setPath(at(QStringLiteral("mine.SVG")));
  EXPECT_EQ(dialog.options().format(), PictureFormat::Svg);
  dialog.path().setPath(at(QStringLiteral("v1.2")));
  ASSERT_TRUE(exportNow(dialog)) << dialog.message().toStdString();
  EXPECT_EQ(files(QString()), QStringList{QStringLiteral("v1.2.svg")});
  EXPECT_TRUE(embeddedScenario(at(QStringLiteral("v1.2.svg")).toStdString()));

  SavePictureDialog again(window->plots().pictures().front(), *document);
  again.path().setPath(at(QStringLiteral("v1.2.svg")));
  again.exportButton().click();
  EXPECT_EQ(again.exportButton().text(), QStringLiteral("Overwrite"));
}

TEST_F(PictureExport, ACopiedPictureCarriesTheScenario) {
  QGuiApplication::clipboard()->clear();
  copyPicture(window->plots().pictures().front(), {}, *document, *window);
  ASSERT_TRUE(waitFor([] {
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    return data && data->hasImage();
  }));
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  EXPECT_EQ(qvariant_cast<QImage>(data->imageData()).size(), PictureStyle().pixels);
  QFile file(at(QStringLiteral("pasted.png")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(data->data(QStringLiteral("image/png")));
  file.close();
  EXPECT_TRUE(embeddedScenario(file.fileName().toStdString()));
}

}  // namespace
}  // namespace noiseloom
