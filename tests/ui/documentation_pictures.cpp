// Writes the pictures of the documentation into a folder laid out like docs: one a mechanism, the window, and one a
// plot. Needs no display. Usage: noiseloom_documentation_pictures DOCS

#include <QApplication>
#include <QDir>
#include <cstdio>

#include "tests/ui/mechanism_pictures.h"
#include "ui/document/scenario_document.h"
#include "ui/export/picture_writer.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/main/when_shown.h"
#include "ui/panels/what_if_strip.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/pareto/pareto_panel.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

int failed(const QString& problem) {
  std::fprintf(stderr, "noiseloom_documentation_pictures: %s\n", qPrintable(problem));
  QApplication::exit(1);
  return 1;
}

/// Until they are written, or one cannot be.
int write(const std::vector<Picture>& pictures, const QSize& size, const QString& folder) {
  PictureWriter writer;
  QObject::connect(&writer, &PictureWriter::finished, &writer, [] { QApplication::exit(0); });
  QObject::connect(&writer, &PictureWriter::failed, &writer, failed);
  writer.write(pictures, {PictureFormat::Png, {size, false, 1}}, folder);
  return QApplication::exec();
}

int writeAll(const QString& docs) {
  if (const int code = write(mechanismPictures(), kMechanismPictureSize, docs + QStringLiteral("/mechanisms/pictures")))
    return code;
  ScenarioDocument document;
  LiveSolver solver(document);
  MainWindow window(document, solver);
  window.showAppearance(Appearance::Light);
  window.resize(kWindowPictureSize);
  solver.solve();
  window.show();
  whenShown(
      window, solver, [] { QApplication::exit(0); }, [&document] { failed(document.whyNotExportable()); });
  if (const int code = QApplication::exec()) return code;
  // What one change of the job would bring is known last.
  const auto* whatIf = window.findChild<WhatIfStrip*>();
  while (!whatIf->isComplete()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  QDir().mkpath(docs + QStringLiteral("/images"));
  const QString file = docs + QStringLiteral("/images/window.png");
  if (!window.grab().save(file)) return failed(file + QStringLiteral(": cannot be written"));
  // It fills itself while it is seen.
  auto* pareto = window.findChild<ParetoPanel*>();
  window.plots().bringForward(pareto);
  while (pareto->trials().areStale() || pareto->trials().running())
    QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  return write(window.plots().pictures(), kPlotPictureSize, docs + QStringLiteral("/images/plots"));
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: noiseloom_documentation_pictures DOCS\n", stderr);
    return 2;
  }
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  noiseloom::installLanguage(application, noiseloom::Language::English);
  noiseloom::applyAppearance(application, noiseloom::Appearance::Light, false);
  return noiseloom::writeAll(QString::fromLocal8Bit(argv[1]));
}
