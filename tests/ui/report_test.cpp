#include <gtest/gtest.h>

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/base/version.h"
#include "core/batching/list.h"
#include "core/design/baseline_error.h"
#include "core/io/scenario_json.h"
#include "core/search/band_curve.h"
#include "core/search/designer.h"
#include "core/snippet/copied_command.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_list.h"
#include "ui/document/design_text.h"
#include "ui/document/embedded_scenario.h"
#include "ui/document/objective_error.h"
#include "ui/export/design_comparison.h"
#include "ui/export/report_content.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class ReportTest : public WindowTest {
 protected:
  QString at(const QString& name) const { return QDir(folder.path()).filePath(name); }
  static QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  /// Writes a report as a person would and returns the files.
  QStringList write(int format, const QString& name) {
    ExportReportDialog dialog(*document, window->plots());
    dialog.show();
    dialog.formatBox().setCurrentIndex(format);
    dialog.pictures().setAllChecked(true);
    dialog.path().setPath(at(name));
    QSignalSpy exported(&dialog, &ExportReportDialog::exported);
    QTest::mouseClick(&dialog.exportButton(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return exported.size() == 1; })) << dialog.message().toStdString();
    return exported.isEmpty() ? QStringList() : exported.front().front().toStringList();
  }
  void pinTwo() {
    document->shelf().pin(document->design(), QStringLiteral("The <first> | one"));
    const Scenario other = with(document->scenario(), {.epsilon = 4});
    document->shelf().pin(noiseloom::design(other), QStringLiteral("another budget"));
  }
  QTemporaryDir folder;
};

TEST_F(ReportTest, HtmlIsOnePageWithEverythingInside) {
  pinTwo();
  EXPECT_EQ(write(0, QStringLiteral("review")), QStringList{at(QStringLiteral("review.html"))});
  EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
  const QString html = QString::fromUtf8(contentOf(at(QStringLiteral("review.html"))));
  for (const QString& part :
       {QStringLiteral("Privacy claim"), QStringLiteral("Assumption"), QStringLiteral("Scenario"),
        resultText(design().error.mean, 6), QStringLiteral("noiseloom-cli verify"), QStringLiteral(NOISELOOM_VERSION),
        QStringLiteral("The &lt;first&gt; | one"), QStringLiteral("not comparable: epsilon differs")}) {
    EXPECT_TRUE(html.contains(part)) << part.toStdString();
  }
  // The command may be broken over lines, as a shell allows.
  static const QRegularExpression broken(QStringLiteral("\\s*\\\\\\n\\s*"));
  EXPECT_TRUE(QString(html)
                  .replace(broken, QStringLiteral(" "))
                  .contains(QString::fromStdString(commandLine(document->scenario()) + " --out strategy.npz")));
  EXPECT_FALSE(html.contains(QRegularExpression(QStringLiteral("(src|href)=\"(?!data:)")))) << "nothing to fetch";
  // Every plot of the window, and each is a picture.
  static const QRegularExpression picture(QStringLiteral("data:image/png;base64,([A-Za-z0-9+/=]+)"));
  int pictures = 0;
  for (auto found = picture.globalMatch(html); found.hasNext(); ++pictures) {
    const QImage image = QImage::fromData(QByteArray::fromBase64(found.next().captured(1).toLatin1()));
    EXPECT_GE(image.width(), 1200);
  }
  EXPECT_EQ(pictures, static_cast<int>(window->plots().pictures().size()));
  static const QRegularExpression scenario(
      QStringLiteral("<script type=\"application/json\" id=\"noiseloom-scenario\">(.*?)</script>"),
      QRegularExpression::DotMatchesEverythingOption);
  EXPECT_TRUE(parseScenario(scenario.match(html).captured(1).toStdString(), "report") == document->scenario());
}

TEST_F(ReportTest, PicturesSayWhatTheyShowAndNumbersCanBeReadBack) {
  ASSERT_TRUE(write(0, QStringLiteral("spoken")).size() == 1);
  const QString html = QString::fromUtf8(contentOf(at(QStringLiteral("spoken.html"))));
  EXPECT_TRUE(html.contains(QStringLiteral("<html lang=\"en\">")));
  static const QRegularExpression alternative(QStringLiteral("<img[^>]*alt=\"([^\"]*)\""));
  std::set<QString> texts;
  int pictures = 0;
  for (auto found = alternative.globalMatch(html); found.hasNext(); ++pictures) texts.insert(found.next().captured(1));
  EXPECT_GT(pictures, 8);
  EXPECT_EQ(static_cast<int>(texts.size()), pictures) << "two pictures say the same";
  // What a program may read stands in the tables.
  static const QRegularExpression cell(QStringLiteral("<td[^>]*>([^<]*)</td>"));
  static const QRegularExpression exponent(QStringLiteral("[0-9]e\u2212[0-9]"));
  for (auto found = cell.globalMatch(html); found.hasNext();) {
    const QString text = found.next().captured(1);
    EXPECT_FALSE(text.contains(exponent)) << text.toStdString();
  }
  EXPECT_TRUE(html.contains(QRegularExpression(QStringLiteral("[0-9]e-[0-9]"))));
}

TEST_F(ReportTest, MarkdownHasItsPicturesBesideIt) {
  const QStringList paths = write(2, QStringLiteral("review.md"));
  ASSERT_EQ(paths.size(), 1 + static_cast<qsizetype>(window->plots().pictures().size()));
  const QString text = QString::fromUtf8(contentOf(paths.front()));
  static const QRegularExpression picture(QStringLiteral("!\\[(?:\\\\.|[^\\]\\\\])*\\]\\(<([^>]*)>\\)"));
  int pictures = 0;
  for (auto found = picture.globalMatch(text); found.hasNext(); ++pictures) {
    EXPECT_FALSE(QImage(at(found.next().captured(1))).isNull());
  }
  EXPECT_EQ(pictures, static_cast<int>(window->plots().pictures().size()));
  EXPECT_TRUE(text.startsWith(QStringLiteral("# ")));
  EXPECT_TRUE(text.contains(QStringLiteral("## Privacy claim")));
}

TEST_F(ReportTest, PdfHasPagesAndReopens) {
  pinTwo();
  ASSERT_EQ(write(1, QStringLiteral("review.pdf")).size(), 1);
  const QByteArray pdf = contentOf(at(QStringLiteral("review.pdf")));
  EXPECT_TRUE(pdf.startsWith("%PDF-1."));
  EXPECT_GE(pdf.count("/Type /Page\n"), 3);
  const auto found = embeddedScenario(at(QStringLiteral("review.pdf")).toStdString());
  ASSERT_TRUE(found);
  EXPECT_TRUE(parseScenario(*found, "report") == document->scenario());
}

// What a reviewer sees: every page has ink, none of it outside of the margins, and the footer counts the pages.
TEST_F(ReportTest, PagesAreFilledWithinTheirMargins) {
  pinTwo();
  ReportInput input;
  input.design = document->design();
  input.date = QDate(2026, 1, 2);
  input.pins = document->shelf().pins();
  for (const Picture& picture : window->plots().pictures()) {
    PictureStyle style;
    style.pixels = QSize(1600, 960);
    style.title = false;
    picture.prepare(style, {});
    QByteArray png;
    QBuffer buffer(&png);
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly) && pictureImage(picture, style).save(&buffer, "PNG"));
    input.pictures.push_back({picture.name, picture.title, picture.title, png});
  }
  const QList<QImage> pages = reportPages(makeReport(input, claimOf(design())), 96);
  // At most two pictures stand on a page, below at least two pages of text.
  ASSERT_GE(pages.size(), 2 + static_cast<qsizetype>(input.pictures.size()) / 2);
  const int margin = static_cast<int>(19.0 / 25.4 * 96);
  for (qsizetype i = 0; i < pages.size(); ++i) {
    const QImage& page = pages[i];
    // Where a person asks for it, the pages can be looked at.
    if (const QString look = qEnvironmentVariable("NOISELOOM_TEST_PICTURES"); !look.isEmpty())
      page.save(QDir(look).filePath(QStringLiteral("report_page_%1.png").arg(i + 1)));
    int ink = 0;
    int outside = 0;
    for (int y = 0; y < page.height(); ++y) {
      for (int x = 0; x < page.width(); ++x) {
        if (qGray(page.pixel(x, y)) > 200) continue;
        ++ink;
        const bool inside = x >= margin && x < page.width() - margin && y >= margin && y < page.height() - margin;
        if (!inside) ++outside;
      }
    }
    EXPECT_GT(ink, 2000) << "page " << i + 1;
    EXPECT_EQ(outside, 0) << "page " << i + 1;
  }
}

// Pictures of one colour, found again on the pages: each in one piece, as wide for its height as it was drawn, whatever
// the dots of the device. The PDF has more of them than a screen.
TEST(ReportPages, PicturesKeepTheirShapeAndStandWhole) {
  for (const QSize drawn : {QSize(1600, 960), QSize(900, 1400)}) {
    Report report;
    report.title = QStringLiteral("Title");
    QImage image(drawn, QImage::Format_RGB32);
    image.fill(QColor(255, 0, 255));
    QByteArray png;
    QBuffer buffer(&png);
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"));
    constexpr int kPictures = 7;
    for (int i = 0; i < kPictures; ++i)
      report.blocks.emplace_back(
          ReportPicture{QStringLiteral("p%1").arg(i), QStringLiteral("Figure %1").arg(i + 1), {}, png});
    for (const int dotsPerInch : {96, 100, 300}) {
      SCOPED_TRACE(std::to_string(drawn.width()) + " wide at " + std::to_string(dotsPerInch));
      int found = 0;
      for (const QImage& drawnPage : reportPages(report, dotsPerInch)) {
        const QImage page = drawnPage.convertToFormat(QImage::Format_RGB32);
        // Runs of rows with magenta in them, down the middle of the page.
        int rows = 0;
        int ink = 0;
        for (int y = 0; y < page.height(); ++y) {
          int wide = 0;
          const auto* colors = reinterpret_cast<const QRgb*>(page.constScanLine(y));
          for (int x = 0; x < page.width(); ++x) {
            wide += qRed(colors[x]) > 250 && qGreen(colors[x]) < 5;
            ink += qGray(colors[x]) < 200;
          }
          if (wide > 0) {
            ++rows;
            continue;
          }
          if (rows > 0) {
            int width = 0;
            for (int x = 0; x < page.width(); ++x) width += page.pixelColor(x, y - 2).green() < 5;
            EXPECT_NEAR(1.0 * width / rows, 1.0 * drawn.width() / drawn.height(), 0.02);
            ++found;
          }
          rows = 0;
        }
        EXPECT_EQ(rows, 0) << "cut by the end of the page";
        EXPECT_GT(ink, 2000) << "an empty page";
      }
      EXPECT_EQ(found, kPictures);
    }
  }
}

// Whatever stands above it: a caption never begins the page after its figure.
TEST(ReportPages, CaptionsStandBelowTheirFigures) {
  QImage image(QSize(1600, 960), QImage::Format_RGB32);
  image.fill(QColor(255, 0, 255));
  QByteArray png;
  QBuffer buffer(&png);
  ASSERT_TRUE(buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"));
  for (int lines = 0; lines < 40; ++lines) {
    Report report;
    report.title = QStringLiteral("Title");
    for (int i = 0; i < lines; ++i) report.blocks.emplace_back(ReportParagraph{QStringLiteral("A line of text.")});
    report.blocks.emplace_back(ReportHeading{2, QStringLiteral("Plots")});
    report.blocks.emplace_back(ReportPicture{QStringLiteral("p"), QStringLiteral("Figure 1"), {}, png});
    int captions = 0;
    for (const QImage& page : reportPages(report, 96)) {
      int lowest = -1;
      for (int y = 0; y < page.height(); ++y) {
        if (page.pixelColor(page.width() / 2, y) == QColor(255, 0, 255)) lowest = y;
      }
      if (lowest < 0) continue;
      // The footer takes the last 30 mm of the sheet.
      const int end = page.height() * 267 / 297;
      bool ink = false;
      for (int y = lowest + 3; y < std::min(end, lowest + 60); ++y) {
        for (int x = 0; x < page.width() / 2; ++x) ink = ink || qGray(page.pixel(x, y)) < 160;
      }
      captions += ink ? 1 : 0;
    }
    EXPECT_EQ(captions, 1) << lines;
  }
}

// Wherever it begins: no heading stands alone on a page, and no command is broken.
TEST(ReportPages, ATableComesWithItsHeadingAndACommandInOnePiece) {
  for (int lines = 0; lines < 44; ++lines) {
    SCOPED_TRACE(lines);
    Report report;
    report.title = QStringLiteral("Title");
    for (int i = 0; i < lines; ++i) report.blocks.emplace_back(ReportParagraph{QStringLiteral("A line of text.")});
    report.blocks.emplace_back(ReportHeading{2, QStringLiteral("Claim")});
    report.blocks.emplace_back(ReportParagraph{QStringLiteral("What is claimed.")});
    ReportTable table{QStringLiteral("Holds when this does."), {QStringLiteral("Status"), QStringLiteral("Text")}, {}};
    for (int row = 0; row < 8; ++row) table.rows.push_back({QStringLiteral("holds"), QStringLiteral("an assumption")});
    report.blocks.emplace_back(table);
    report.blocks.emplace_back(ReportCode{QStringLiteral("a \\\n  b \\\n  c \\\n  d \\\n  e \\\n  f")});
    const QList<QImage> pages = reportPages(report, 96);
    EXPECT_LE(pages.size(), 2);
    int withCode = 0;
    for (const QImage& page : pages) {
      // The colour behind a command.
      bool code = false;
      for (int y = 0; y < page.height(); ++y)
        code = code || page.pixelColor(page.width() / 2, y) == QColor(0xf4, 0xf6, 0xf8);
      withCode += code ? 1 : 0;
    }
    EXPECT_EQ(withCode, 1);
  }
}

TEST(ReportFigures, GainAndErrorsAreThoseOfTheObjective) {
  Scenario scenario = with(smallScenario(), {.bands = 4});
  scenario.workload = scenario.workload.withSpectrum(parseSpectrum("0.01, 0.3"));
  for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last,
                                         ErrorObjective::Curvature, ErrorObjective::CurvatureLast}) {
    SCOPED_TRACE(toString(objective));
    scenario.objective = objective;
    const auto made = noiseloom::design(scenario);
    ReportInput input;
    input.design = made;
    input.pins = {{1, QStringLiteral("pin"), made}};
    const Report report = makeReport(input, claimOf(*made));
    std::map<QString, QStringList> figures;
    const ReportTable* designs = nullptr;
    for (const ReportBlock& block : report.blocks) {
      const auto* table = std::get_if<ReportTable>(&block);
      if (!table) continue;
      if (table->header.size() == 4)
        for (const QStringList& row : table->rows) figures[row[0]] = row;
      if (table->header.size() >= 8) designs = table;
    }
    const auto figure = [&](const char* name) { return figures[QString::fromLatin1(name)].value(1); };
    EXPECT_EQ(figure("Curvature error"), resultText(made->error.curvature, 6));
    EXPECT_EQ(figure("Last curvature error"), resultText(made->error.curvatureLast, 6));
    // One design, one percentage: what the window says.
    ASSERT_FALSE(againstBaselineText(*made).isEmpty());
    int said = 0;
    for (const auto& [name, row] : figures) said += row.value(3).contains(againstBaselineText(*made)) ? 1 : 0;
    EXPECT_EQ(said, 1);
    const QString baseline = objective == ErrorObjective::Mean
                                 ? QStringLiteral("rmse of DP-SGD under the same batching")
                                 : QStringLiteral("%1 of DP-SGD under the same batching").arg(errorTitle(objective));
    EXPECT_EQ(figures[baseline].value(1), resultText(baselineError(*made), 6));
    ASSERT_TRUE(designs);
    const QStringList& row = designs->rows.front();
    EXPECT_TRUE(row.contains(resultText(made->objectiveError()))) << row.join('|').toStdString();
    const double change = 100 * (made->objectiveError() / baselineError(*made) - 1);
    EXPECT_EQ(row.back(), QStringLiteral("%1 %").arg(resultText(change, 3)).replace(QChar(0x2212), '-'));
  }
}

TEST(ReportFigures, WhatNoiseIsMadeByIsNeverTooSmall) {
  Scenario scenario = with(smallScenario(), {.bands = 4});
  for (const double epsilon : {0.7, 1.3, 2.0, 3.1, 4.7, 8.0}) {
    SCOPED_TRACE(epsilon);
    scenario.epsilon = epsilon;
    const auto made = noiseloom::design(scenario);
    const std::map<QString, double> least{{QStringLiteral("Noise multiplier σ"), made->noiseMultiplier.value},
                                          {QStringLiteral("noise multiplier σ"), made->noiseMultiplier.value},
                                          {QStringLiteral("Sensitivity"), made->sensitivity.value},
                                          {QStringLiteral("sensitivity (clip norms)"), made->sensitivity.value},
                                          {QStringLiteral("stddev"), made->stddev},
                                          {QStringLiteral("stddev of the noise z"), made->stddev}};
    std::size_t read = 0;
    const auto expectSafe = [&](const QString& name, const QString& value) {
      const auto found = least.find(name);
      if (found == least.end()) return;
      ++read;
      EXPECT_GE(value.toDouble(), found->second) << name.toStdString();
      EXPECT_NEAR(value.toDouble() / found->second, 1, 1.1e-5) << name.toStdString();
    };
    ReportInput input;
    input.design = made;
    for (const ReportBlock& block : makeReport(input, claimOf(*made)).blocks) {
      if (const auto* table = std::get_if<ReportTable>(&block); table && table->header.size() == 4)
        for (const QStringList& row : table->rows) expectSafe(row[0], row[1]);
    }
    for (const ComparedRow& row : compareDesigns({NamedDesign{.design = made}}).rows)
      expectSafe(row.name, row.texts.front());
    EXPECT_EQ(read, least.size());
  }
}

TEST_F(ReportTest, AViolatedAssumptionStandsAtTheTop) {
  chooseJobBatching(&jobs::shuffledEachEpoch);
  ASSERT_TRUE(waitUntilSolved());
  write(2, QStringLiteral("bad.md"));
  const QString text = QString::fromUtf8(contentOf(at(QStringLiteral("bad.md"))));
  EXPECT_LT(text.indexOf(QStringLiteral("**Not to be relied on: ")), text.indexOf(QStringLiteral("## ")));
  EXPECT_GT(text.indexOf(QStringLiteral("**Not to be relied on: ")), 0);
  EXPECT_TRUE(text.contains(QStringLiteral("Violated")));
}

TEST_F(ReportTest, OnlyACurrentDesignIsReported) {
  ExportReportDialog dialog(*document, window->plots());
  EXPECT_TRUE(dialog.exportButton().isEnabled());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_FALSE(dialog.exportButton().isEnabled());
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("Epsilon cannot be read")));
}

TEST_F(ReportTest, ChosenPlotsAndPinsOnly) {
  pinTwo();
  ExportReportDialog dialog(*document, window->plots());
  EXPECT_TRUE(dialog.contents().text().startsWith(QStringLiteral("Compared designs: 2\nResult\n")))
      << dialog.contents().text().toStdString();
  EXPECT_TRUE(dialog.contents().text().contains(QStringLiteral("\nPlots: ")));
  dialog.pictures().setAllChecked(false);
  dialog.withPins().setChecked(false);
  EXPECT_TRUE(dialog.contents().text().startsWith(QStringLiteral("Result\n")));
  EXPECT_FALSE(dialog.contents().text().contains(QStringLiteral("Plots")));
  dialog.path().setPath(at(QStringLiteral("short.html")));
  QSignalSpy exported(&dialog, &ExportReportDialog::exported);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; }));
  const QString html = QString::fromUtf8(contentOf(at(QStringLiteral("short.html"))));
  EXPECT_FALSE(html.contains(QStringLiteral("<img")));
  EXPECT_FALSE(html.contains(QStringLiteral("another budget")));
  EXPECT_TRUE(html.contains(QStringLiteral("Privacy claim")));
}

TEST_F(ReportTest, NamesDifferAndAFewPlotsAreTicked) {
  ExportReportDialog dialog(*document, window->plots());
  EXPECT_EQ(dialog.pictures().checkedNames().size(), 4);
  const QString report = QFileInfo(dialog.path().path()).fileName();
  EXPECT_EQ(report, QStringLiteral("banded-toeplitz-eps2-n64-report.html"));
  dialog.formatBox().setCurrentIndex(1);
  EXPECT_EQ(QFileInfo(dialog.path().path()).fileName(), QStringLiteral("banded-toeplitz-eps2-n64-report.pdf"));
  dialog.formatBox().setCurrentIndex(3);
  EXPECT_EQ(QFileInfo(dialog.path().path()).fileName(), QStringLiteral("banded-toeplitz-eps2-n64-summary.pdf"));
}

TEST_F(ReportTest, TheComparisonComesFirstAndTheLoadersDutyIsStated) {
  pinTwo();
  ReportInput input;
  input.design = document->design();
  input.pins = document->shelf().pins();
  const Report report = makeReport(input, claimOf(design()));
  QStringList headings;
  QString words;
  bool draws = false;
  for (const ReportBlock& block : report.blocks) {
    if (const auto* heading = std::get_if<ReportHeading>(&block); heading && heading->level == 2)
      headings += heading->text;
    if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) words += paragraph->text + QLatin1Char('\n');
    if (const auto* table = std::get_if<ReportTable>(&block)) {
      for (const QStringList& row : table->rows) words += row.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }
    if (const auto* code = std::get_if<ReportCode>(&block))
      draws = draws || code->text.startsWith(QStringLiteral("noiseloom-cli batches strategy.npz"));
  }
  EXPECT_EQ(headings.front(), QStringLiteral("Compared designs"));
  EXPECT_TRUE(headings.contains(QStringLiteral("What the data loader has to do")));
  EXPECT_TRUE(words.contains(QStringLiteral("Every example")));
  EXPECT_TRUE(draws);
  // Signs as in print; commands stay as they are.
  EXPECT_FALSE(words.contains(QStringLiteral("<="))) << words.toStdString();
  EXPECT_FALSE(words.contains(QLatin1Char('^'))) << words.toStdString();
  EXPECT_TRUE(words.contains(QStringLiteral("≤")));
}

TEST_F(ReportTest, DifferencesStandOnlyBetweenComparableDesigns) {
  pinTwo();
  const auto& pins = document->shelf().pins();
  const ReportTable own = designsTable(design(), pins, pins.front().id);
  ASSERT_EQ(own.rows.size(), 3U);
  EXPECT_EQ(own.rows[1][7], QStringLiteral("0 %"));
  EXPECT_EQ(own.rows[2][7], QStringLiteral("–"));
  EXPECT_TRUE(own.rows[1][0].contains(QStringLiteral("(baseline)")));
  EXPECT_TRUE(own.rows[0][8].isEmpty());
  EXPECT_TRUE(own.rows[2][8].contains(QStringLiteral("not comparable")));
  for (const QStringList& row : own.rows) EXPECT_EQ(row.size(), own.header.size());
}

}  // namespace
}  // namespace noiseloom
