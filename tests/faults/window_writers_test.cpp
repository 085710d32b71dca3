// What the window writes, under the same faults: pictures, reports, sessions, designs, and the workspace that it keeps
// for its next start.

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QPainter>
#include <QProcess>
#include <algorithm>
#include <stdexcept>

#include "core/base/errors.h"
#include "core/io/scenario_json.h"
#include "core/io/session.h"
#include "core/mechanism/list.h"
#include "core/noise/cost_model.h"
#include "core/search/designer.h"
#include "tests/faults/killed_window.h"
#include "tests/faults/whole_files.h"
#include "tests/matchers.h"
#include "tests/thorough.h"
#include "ui/export/picture_writer.h"
#include "ui/export/report_content.h"
#include "ui/jobs/export_work.h"
#include "ui/workspace/session_keeper.h"
#include "ui/workspace/session_saver.h"

namespace noiseloom {
namespace {

namespace fs = std::filesystem;

// Runs the event loop until `object` emits one of the two; the message of the second is thrown.
template <class Object, class Done, class Start>
void waitFor(Object& object, Done done, Start start) {
  QEventLoop loop;
  QString problem;
  QObject::connect(&object, done, &loop, &QEventLoop::quit, Qt::QueuedConnection);
  QObject::connect(
      &object, &Object::failed, &loop,
      [&](const QString& message) {
        problem = message;
        loop.quit();
      },
      Qt::QueuedConnection);
  start();
  loop.exec();
  if (!problem.isEmpty()) throw std::runtime_error(problem.toStdString());
}

const std::shared_ptr<const Design>& designOf(int version) {
  static const auto make = [](double of) {
    Scenario scenario({.iterations = 12,
                       .epochs = 3,
                       .epsilon = of,
                       .mechanism = *mechanismFromName("bsr"),
                       .bands = 2,
                       .deployment = {100, 2, NumberType::Float32}});
    auto found = std::make_shared<Design>(*design(scenario));
    // What two programs find alike: neither the time of solving nor that of a step is measured.
    found->seconds = {};
    const NoiseKernel kernel{std::string(found->strategy.kindName()), found->strategy.noiseRows(), NumberType::Float32,
                             50};
    learnNoiseCosts({{kernel, {0.05, 0.1, "measured elsewhere"}}});
    return found;
  };
  static const std::shared_ptr<const Design> all[] = {make(1), make(2)};
  return all[version - 1];
}

Picture pictureOf(int version) {
  Picture picture;
  picture.name = QStringLiteral("a_files/picture");
  picture.title = QStringLiteral("of version %1").arg(version);
  picture.paint = [version](QPainter& painter, const PictureStyle& style) {
    const QRectF all(QPointF(), pictureSize(style));
    painter.fillRect(all, Qt::white);
    painter.setPen(QPen(Qt::red, 2 * version));
    painter.drawLine(all.topLeft(), all.bottomRight());
    painter.drawText(all, Qt::AlignCenter, QStringLiteral("of version %1").arg(version));
  };
  return picture;
}

PictureOptions optionsOf(PictureFormat format, int version) {
  PictureOptions options;
  options.format = format;
  options.style.pixels = QSize(160, 120);
  options.scenario = scenarioText(designOf(version)->scenario);
  return options;
}

void writePicture(const fs::path& file, PictureFormat format, int version) {
  PictureWriter writer;
  waitFor(writer, &PictureWriter::finished, [&] {
    writer.write({{pictureOf(version), QString::fromStdString(file.string())}}, optionsOf(format, version), {});
  });
}

// A picture in a folder that is not there yet, and the table behind it.
void writePictures(const fs::path& file, int version) {
  DataTable table{QStringLiteral("a"), QStringLiteral("a table"), {QStringLiteral("x")}, {}};
  for (int i = 0; i < 100; ++i) table.rows.push_back({i * 0.5 * version});
  PictureWriter writer;
  waitFor(writer, &PictureWriter::finished, [&] {
    const QString picture = QString::fromStdString(file.string() + "_files/picture.png");
    writer.write({{pictureOf(version), picture}}, optionsOf(PictureFormat::Png, version),
                 {{table, QString::fromStdString(file.string())}});
  });
}

void writeReportOf(const fs::path& file, ReportFormat format, int version) {
  ReportInput input;
  input.design = designOf(version);
  QByteArray png;
  PictureWriter writer;
  QObject::connect(&writer, &PictureWriter::rendered, &writer,
                   [&](const QList<QByteArray>& files) { png = files.front(); });
  waitFor(writer, &PictureWriter::rendered,
          [&] { writer.render({pictureOf(version)}, optionsOf(PictureFormat::Png, version)); });
  input.pictures.push_back({QStringLiteral("picture"), QStringLiteral("caption"), QStringLiteral("spoken"), png});
  const Report report =
      format == ReportFormat::Summary ? makeSummary(input) : makeReport(input, claimOf(*input.design));
  writeReport(report, format, QString::fromStdString(file.string()));
}

WorkspaceSnapshot snapshotOf(int version) {
  WorkspaceSnapshot snapshot;
  snapshot.session.scenario = designOf(version)->scenario;
  snapshot.pins.push_back({1, QStringLiteral("pinned"), designOf(version)});
  return snapshot;
}

void saveSession(const fs::path& file, int version) {
  SessionSaver saver(std::make_shared<PackedDesigns>());
  waitFor(saver, &SessionSaver::saved,
          [&] { saver.save(QString::fromStdString(file.string()), snapshotOf(version), {}); });
}

// A window that keeps a workspace of `version` in a folder, and ends.
void keepWorkspace(const fs::path& folder, int version) {
  SessionKeeper keeper;
  keeper.begin(QString::fromStdString(folder.string()), true);
  if (!keeper.isActive()) throw std::runtime_error("not active");
  waitFor(keeper, &SessionKeeper::kept, [&] { keeper.keep(snapshotOf(version)); });
  keeper.end(snapshotOf(version));
}

std::vector<Writer> writers() {
  std::vector<Writer> all;
  const auto picture = [](PictureFormat format) {
    return [format](const fs::path& file, int version) { writePicture(file, format, version); };
  };
  all.push_back({"Png", picture(PictureFormat::Png)});
  all.push_back({"Svg", picture(PictureFormat::Svg)});
  all.push_back({"Pdf", picture(PictureFormat::Pdf)});
  all.push_back({"Pictures", writePictures});
  const auto report = [](ReportFormat format) {
    return [format](const fs::path& file, int version) { writeReportOf(file, format, version); };
  };
  all.push_back({"HtmlReport", report(ReportFormat::Html)});
  all.push_back({"PdfReport", report(ReportFormat::Pdf)});
  all.push_back({"MarkdownReport", report(ReportFormat::Markdown)});
  all.push_back({"Summary", report(ReportFormat::Summary)});
  all.push_back({"Session", saveSession});
  all.push_back({"Design", [](const fs::path& file, int version) {
                   runExport({designOf(version), file, fs::path(file.string() + ".plan")});
                 }});
  all.push_back({"Workspace", keepWorkspace});
  return all;
}

const Writer& writerOf(const std::string& name) {
  static const std::vector<Writer> all = writers();
  return *std::ranges::find(all, name, &Writer::name);
}

// Writes the newer version in a program of its own, with a fault at call `at`; true where it came to its end. A fork of
// this one would not do: its threads may hold locks.
bool survives(int at, const char* writer, const fs::path& file) {
  QProcess program;
  program.setProcessChannelMode(QProcess::ForwardedChannels);
  program.start(QCoreApplication::applicationFilePath(),
                {QString::fromLatin1(kKilledAt), QString::number(at), QString::fromLatin1(writer),
                 QString::fromStdString(file.string())});
  program.waitForFinished(-1);
  const int code = program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1;
  EXPECT_TRUE(code == 0 || code == kKilledCode) << "call " << at << ", " << code;
  return code == 0;
}

class WindowWriterFaults : public WholeFiles, public ::testing::WithParamInterface<const char*> {
 protected:
  WindowWriterFaults() : WholeFiles(writerOf(GetParam())) {}
};

TEST_P(WindowWriterFaults, KilledAtEveryCallTheOlderFilesStayOrTheNewOnesAreWhole) {
  // By default every other one.
  killedAtEveryCall([&](int at) { return survives(at * thorough(2, 1), GetParam(), target()); });
}

TEST_P(WindowWriterFaults, WithoutSpaceOrPermissionTheOlderFilesStayAndTheMessageSaysWhy) {
  withoutSpaceOrPermission();
}

TEST_P(WindowWriterFaults, WritesThatDoHalfComeToTheSame) {
  halfWrites();
}

INSTANTIATE_TEST_SUITE_P(Files, WindowWriterFaults,
                         ::testing::Values("Png", "Svg", "Pdf", "Pictures", "HtmlReport", "PdfReport", "MarkdownReport",
                                           "Summary", "Session", "Design"),
                         [](const auto& each) { return std::string(each.param); });

// The workspace that a window keeps while it runs.

class KeeperFaults : public ScratchFolder {
 protected:
  fs::path folderOfData() const { return file("data"); }
  QString place() const { return QString::fromStdString(folderOfData().string()); }
  void clear() const { fs::remove_all(folderOfData()); }
  void window(int version) const { keepWorkspace(folderOfData(), version); }
  // What the next window finds.
  SessionKeeper::Found next() const {
    SessionKeeper keeper;
    return keeper.begin(place(), true);
  }
};

TEST_F(KeeperFaults, KilledAtEveryCallTheNextWindowHasTheOlderWorkspaceOrTheNewOne) {
  for (const bool there : {false, true}) {
    // By default every third call, and others where a workspace is there.
    const int every = thorough(3, 1);
    int at = thorough(there ? 1 : 0, 0), older = 0, newer = 0;
    bool ended = false;
    for (; !ended && at < kMostCalls; at += every) {
      clear();
      if (there) window(1);
      ended = survives(at, "Workspace", folderOfData());
      const SessionKeeper::Found found = next();
      EXPECT_TRUE(found.problem.isEmpty()) << found.problem.toStdString() << ", call " << at;
      ASSERT_TRUE(found.session || !there) << at;
      if (!found.session) continue;
      const bool isNewer = found.session->scenario == designOf(2)->scenario;
      EXPECT_TRUE(isNewer || (there && found.session->scenario == designOf(1)->scenario)) << at;
      ++(isNewer ? newer : older);
      ASSERT_EQ(found.session->designs.size(), 1U) << at;
      EXPECT_EQ(found.session->designs.front().name, "pinned") << at;
    }
    EXPECT_TRUE(ended);
    EXPECT_GT(newer, 1);
    EXPECT_EQ(older > 0, there);
  }
}

TEST_F(KeeperFaults, OnAFullDiskTheWorkspaceStaysAsItWasKeptAndTheMessageSaysWhy) {
  window(1);
  SessionKeeper keeper;
  ASSERT_TRUE(keeper.begin(place(), true).session);
  for (int at = 0; at < 3; ++at) {
    beginFault(Fault::NoSpace, at);
    std::string message;
    try {
      waitFor(keeper, &SessionKeeper::kept, [&] { keeper.keep(snapshotOf(2)); });
    } catch (const std::runtime_error& problem) {
      message = problem.what();
    }
    endFault();
    EXPECT_THAT(message, AllOf(HasSubstr(keeper.file().toStdString()), HasSubstr(reasonOf(Fault::NoSpace)))) << at;
    EXPECT_TRUE(readSession(keeper.file().toStdString()).scenario == designOf(1)->scenario) << at;
  }
  // Nor at the window's last words: what was kept stays, and counts as lost.
  beginFault(Fault::NoSpace, 0);
  keeper.end(snapshotOf(2));
  endFault();
  const SessionKeeper::Found found = next();
  EXPECT_TRUE(found.crashed);
  ASSERT_TRUE(found.session);
  EXPECT_TRUE(found.session->scenario == designOf(1)->scenario);
}

TEST_F(KeeperFaults, WithoutPermissionNothingIsKeptAndTheWindowRuns) {
  for (int at = 0; at < 6; ++at) {
    clear();
    beginFault(Fault::Forbidden, at);
    SessionKeeper keeper;
    const SessionKeeper::Found found = keeper.begin(place(), true);
    keeper.end(snapshotOf(1));
    endFault();
    EXPECT_FALSE(found.session);
    EXPECT_TRUE(found.problem.isEmpty());
  }
  window(1);
  EXPECT_TRUE(next().session);
}

}  // namespace

int writeKilledAt(int at, const std::string& writer, const fs::path& file) {
  beginFault(Fault::Killed, at);
  try {
    writerOf(writer).write(file, 2);
  } catch (...) {
    return 2;
  }
  endFault();
  return 0;
}

}  // namespace noiseloom
