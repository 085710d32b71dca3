// The summary on one page, in files and on printers.

#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QPdfWriter>
#include <QPointer>
#include <QPrinter>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextDocument>
#include <algorithm>
#include <variant>

#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/path_row.h"
#include "ui/dialogs/picture_list.h"
#include "ui/dialogs/print_summary.h"
#include "ui/export/report_content.h"
#include "ui/export/summary_page.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class Summary : public WindowTest {
 protected:
  /// The page as printing has it.
  Report made() {
    std::optional<Report> ready;
    auto* printing = new SummaryPrinting(*document, window->plots(), window.get());
    printing->onReady = [&](const Report& report) { ready = report; };
    printing->start();
    EXPECT_TRUE(waitFor([&] { return ready.has_value(); }));
    return ready.value_or(Report());
  }
  static qsizetype pagesOf(const QByteArray& pdf) {
    static const QRegularExpression page(QStringLiteral("/Type\\s*/Page[^s]"));
    return QString::fromLatin1(pdf).count(page);
  }
  /// Any ink in the margin around the inside, which nothing may reach.
  static bool inkInMargin(const QImage& page, double margin) {
    const int edge = static_cast<int>(margin) - 2;
    for (int y = 0; y < page.height(); ++y) {
      for (int x = 0; x < page.width(); ++x) {
        const bool outside = x < edge || y < edge || x >= page.width() - edge || y >= page.height() - edge;
        if (outside && qGray(page.pixel(x, y)) < 200) return true;
      }
    }
    return false;
  }
};

TEST_F(Summary, NumbersAreWrittenAsThePersonHasThemInTextAsInPlots) {
  ASSERT_TRUE(waitUntilSolved());
  setDecimalSign(QLatin1Char(','));
  const Report summary = makeSummary(reportInput(*document));
  const Report report = makeReport(reportInput(*document), claimOf(design()));
  const QString rmse = resultText(design().error.mean, 6);
  setDecimalSign(QLatin1Char('.'));
  ASSERT_TRUE(rmse.contains(QLatin1Char(',')));
  for (const Report& page : {summary, report}) {
    EXPECT_TRUE(std::ranges::any_of(page.blocks, [&](const ReportBlock& block) {
      const auto* table = std::get_if<ReportTable>(&block);
      return table && std::ranges::any_of(table->rows, [&](const QStringList& row) { return row.contains(rmse); });
    }));
  }
}

TEST_F(Summary, HoldsTheClaimTheCardAndThreePlots) {
  const Report report = made();
  int tables = 0;
  int pictures = 0;
  QString text;
  for (const ReportBlock& block : report.blocks) {
    if (const auto* table = std::get_if<ReportTable>(&block)) {
      ++tables;
      for (const QStringList& row : table->rows) text += row.join(QLatin1Char(' ')) + QLatin1Char('\n');
    }
    if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) text += paragraph->text + QLatin1Char('\n');
    pictures += std::holds_alternative<ReportPicture>(block) ? 1 : 0;
  }
  EXPECT_EQ(tables, 2);
  EXPECT_EQ(pictures, 3);
  EXPECT_TRUE(text.contains(resultText(design().error.mean, 6))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("-DP"))) << text.toStdString();
}

TEST_F(Summary, HasTheDutyOfTheLoaderAndThePinnedDesigns) {
  for (int pin = 1; pin <= 8; ++pin) document->shelf().pin(document->design(), QStringLiteral("Pin %1").arg(pin));
  QString text;
  qsizetype rows = 0;
  for (const ReportBlock& block : made().blocks) {
    if (const auto* table = std::get_if<ReportTable>(&block); table && table->header.size() > 3)
      rows += static_cast<qsizetype>(table->rows.size());
    if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) text += paragraph->text + QLatin1Char('\n');
  }
  EXPECT_EQ(rows, 7) << "its own and six";
  EXPECT_TRUE(text.contains(QStringLiteral("in the full report: 2."))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("Your data loader: Every example"))) << text.toStdString();
}

TEST_F(Summary, TheExportHasTheSamePlotsAsThePrintedPage) {
  const QTemporaryDir folder;
  ExportReportDialog dialog(*document, window->plots());
  dialog.show();
  EXPECT_TRUE(dialog.pictures().isVisible());
  const int high = dialog.height();
  dialog.formatBox().setCurrentIndex(dialog.formatBox().count() - 1);
  EXPECT_FALSE(dialog.pictures().isVisible()) << "what is ticked there would not be in the summary";
  EXPECT_LT(dialog.height(), high) << "no empty half";
  EXPECT_TRUE(dialog.message().contains(QStringLiteral("three plots"))) << dialog.message().toStdString();
  const Report printed = made();
  QStringList captions;
  for (const ReportBlock& block : printed.blocks) {
    if (const auto* picture = std::get_if<ReportPicture>(&block)) captions += picture->caption;
  }
  EXPECT_EQ(captions.size(), 3);
  EXPECT_FALSE(captions[1] == captions[0]);
  dialog.path().setPath(folder.filePath(QStringLiteral("summary.pdf")));
  QSignalSpy exported(&dialog, &ExportReportDialog::exported);
  dialog.exportButton().click();
  ASSERT_TRUE(waitFor([&] { return exported.size() == 1; }));
  QFile file(folder.filePath(QStringLiteral("summary.pdf")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  // The same page, but for the moment at which it was made.
  EXPECT_NEAR(static_cast<double>(file.size()), static_cast<double>(summaryPdf(printed).size()),
              0.02 * static_cast<double>(file.size()));
}

TEST_F(Summary, NumbersWithoutAUnitHaveNoSignOfThat) {
  for (const ReportBlock& block : made().blocks) {
    const auto* table = std::get_if<ReportTable>(&block);
    if (!table) continue;
    for (const QStringList& row : table->rows)
      EXPECT_FALSE(row.contains(QStringLiteral("–"))) << row.join(u' ').toStdString();
  }
}

// Type of one size: the picture that stands alone is larger, and drawn with that much smaller type.
TEST_F(Summary, TheLoneFigureHasTypeAsLargeAsTheOthers) {
  std::vector<Picture> pictures(3);
  std::vector<double> scales;
  for (Picture& picture : pictures)
    picture.paint = [&](QPainter& painter, const PictureStyle&) { scales.push_back(painter.transform().m11()); };
  pictures = summaryPictures(std::move(pictures));
  PictureStyle style;
  style.pixels = {1600, 960};
  style.scale = kSummaryPictureScale;
  for (const Picture& picture : pictures) (void)pictureImage(picture, style);
  ASSERT_EQ(scales.size(), 3U);
  EXPECT_DOUBLE_EQ(scales[0], scales[1]);
  const Report report = made();
  const double dots = 100 / 25.4;
  QImage device((QPageSize(QPageSize::A4).size(QPageSize::Millimeter) * dots).toSize(), QImage::Format_RGB32);
  device.setDotsPerMeterX(qRound(dots * 1000));
  device.setDotsPerMeterY(device.dotsPerMeterX());
  const QSizeF inside = device.size() - 2 * kSummaryMarginMillimetres * dots * QSizeF(1, 1);
  const SummaryLayout layout = summaryLayout(report, device, inside, dots);
  const double larger = layout.pictures[2].width() / layout.pictures[0].width();
  EXPECT_NEAR(scales[2] * larger / scales[0], 1, 0.12);
  // Where a table takes the room, too.
  for (int pin = 1; pin <= 5; ++pin) document->shelf().pin(document->design(), QStringLiteral("Pin %1").arg(pin));
  const Report compared = made();
  const SummaryLayout tight = summaryLayout(compared, device, inside, dots);
  EXPECT_LT(tight.pictures[0].width(), layout.pictures[0].width() + 1);
  EXPECT_NEAR(scales[2] * tight.pictures[2].width() / tight.pictures[0].width() / scales[0], 1, 0.12);
  // No column is empty: none of these needs a remark.
  for (const ReportBlock& block : compared.blocks) {
    if (const auto* table = std::get_if<ReportTable>(&block)) {
      EXPECT_FALSE(table->header.contains(QStringLiteral("Remark")));
    }
  }
}

TEST_F(Summary, IsOnePageWhateverThePaper) {
  const Report report = made();
  for (const QPageSize::PageSizeId id : {QPageSize::A4, QPageSize::Letter})
    EXPECT_EQ(pagesOf(summaryPdf(report, QPageSize(id))), 1);
}

TEST_F(Summary, NothingIsCutAndFiguresKeepTheirShapes) {
  Report report = made();
  // A claim as long as they get, and a warning.
  report.blocks.insert(
      report.blocks.begin(),
      ReportParagraph{QString(600, QLatin1Char('w')).replace(QStringLiteral("wwwwwwww"), QStringLiteral("wwwwwww ")),
                      ReportParagraph::Tone::Warning});
  for (const QPageSize::PageSizeId id : {QPageSize::A4, QPageSize::Letter}) {
    for (const int dpi : {96, 100, 300}) {
      const double dots = dpi / 25.4;
      const QImage page = summaryPicture(report, dpi, QPageSize(id));
      QImage device(page.size(), QImage::Format_RGB32);
      device.setDotsPerMeterX(page.dotsPerMeterX());
      device.setDotsPerMeterY(page.dotsPerMeterY());
      const QSizeF inside = page.size() - 2 * kSummaryMarginMillimetres * dots * QSizeF(1, 1);
      const SummaryLayout layout = summaryLayout(report, device, inside, dots);
      EXPECT_GE(layout.pointSize, 6);
      ASSERT_EQ(layout.pictures.size(), 3U);
      for (std::size_t i = 0; i < 3; ++i) {
        const QRectF& picture = layout.pictures[i];
        EXPECT_TRUE(layout.page.adjusted(-0.5, -0.5, 0.5, 0.5).contains(picture));
        EXPECT_FALSE(picture.intersects(layout.text));
        EXPECT_NEAR(picture.width() / picture.height(), 1600.0 / 960, 1e-3);
        EXPECT_GT(picture.width(), 0.25 * inside.width());
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(picture.intersects(layout.pictures[j]));
        EXPECT_TRUE(layout.page.adjusted(-0.5, -0.5, 0.5, 0.5).contains(layout.captions[i]));
      }
      EXPECT_FALSE(inkInMargin(page, kSummaryMarginMillimetres * dots)) << dpi;
    }
  }
}

TEST_F(Summary, FiguresFillWhatTheTablesLeave) {
  const Report report = made();
  for (const QPageSize::PageSizeId id : {QPageSize::A4, QPageSize::Letter}) {
    const double dots = 100 / 25.4;
    QImage device((QPageSize(id).size(QPageSize::Millimeter) * dots).toSize(), QImage::Format_RGB32);
    device.setDotsPerMeterX(qRound(dots * 1000));
    device.setDotsPerMeterY(device.dotsPerMeterX());
    const QSizeF inside = device.size() - 2 * kSummaryMarginMillimetres * dots * QSizeF(1, 1);
    const SummaryLayout layout = summaryLayout(report, device, inside, dots);
    ASSERT_EQ(layout.captions.size(), 3U);
    // No empty band wider than 8 mm: below the text, between the rows, above the footer.
    const double most = 8 * dots;
    EXPECT_LT(layout.pictures[0].top() - layout.text.bottom(), most);
    EXPECT_LT(layout.pictures[2].top() - layout.captions[0].bottom(), most);
    EXPECT_LT(inside.height() - layout.captions[2].bottom(), most);
  }
}

TEST_F(Summary, PrintsOnOnePage) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("printed.pdf"));
  const Report report = made();
  {
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(path);
    printer.setPageSize(QPageSize(QPageSize::Letter));
    printSummary(report, printer);
  }
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(pagesOf(file.readAll()), 1);
}

TEST_F(Summary, ThePrintDialogOpensAndCancels) {
  const Scenario before = document->scenario();
  // Twice: what is cancelled leaves nothing behind.
  for (int time = 0; time < 2; ++time) {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->text().remove(QLatin1Char('&')) == QStringLiteral("Print …")) action->trigger();
    }
    QPointer<QDialog> dialog;
    ASSERT_TRUE(waitFor([&] {
      dialog = window->findChild<QDialog*>(QStringLiteral("printDialog"));
      return dialog && dialog->isVisible();
    }));
    EXPECT_EQ(window->findChildren<QDialog*>(QStringLiteral("printDialog")).size(), 1);
    dialog->reject();
    EXPECT_TRUE(waitFor([&] { return !dialog; }));
    EXPECT_FALSE(window->findChild<SummaryPrinting*>());
  }
  EXPECT_EQ(document->scenario(), before);
  EXPECT_EQ(document->designState(), DesignState::Current);
}

TEST_F(Summary, ADesignThatIsNotClaimedIsMarked) {
  chooseJobBatching(&jobs::shuffledOnce);
  ASSERT_TRUE(waitUntilSolved());
  const Report report = made();
  const auto* warning = std::get_if<ReportParagraph>(&report.blocks.front());
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->tone, ReportParagraph::Tone::Warning);
}

}  // namespace
}  // namespace noiseloom
