// noiseloom as tests start it. `--set ARGUMENT=TEXT`, which may come again, types into a field once the window is
// there;
// `--measure-start` prints the seconds to the first plots and ends. All other arguments are the program's own.

#include <QApplication>
#include <QElapsedTimer>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "ui/main/main_window.h"
#include "ui/main/run.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

struct Errand {
  std::vector<std::pair<QString, QString>> typed;
  bool measuresStart = false;
};

/// Takes what is this program's out of the arguments.
Errand errandOf(std::vector<char*>& arguments) {
  Errand errand;
  std::vector<char*> others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string argument = arguments[i];
    if (argument == "--measure-start") {
      errand.measuresStart = true;
    } else if (argument == "--set" && i + 1 < arguments.size()) {
      const QString text = QString::fromLocal8Bit(arguments[++i]);
      errand.typed.emplace_back(text.section(QLatin1Char('='), 0, 0), text.section(QLatin1Char('='), 1));
    } else {
      others.push_back(arguments[i]);
    }
  }
  arguments = std::move(others);
  return errand;
}

int start(int argc, char** argv) {
  QElapsedTimer clock;
  clock.start();
  std::vector<char*> arguments(argv, argv + argc);
  const Errand errand = errandOf(arguments);
  return run(static_cast<int>(arguments.size()), arguments.data(), [&](MainWindow& window) {
    for (const auto& [argument, text] : errand.typed) {
      if (window.typeInto(argument, text)) continue;
      std::fprintf(stderr, "set: %s has no field to type into\n", qPrintable(argument));
      return 2;
    }
    if (errand.measuresStart) {
      auto* strategy = window.findChild<StrategyPanel*>();
      QObject::connect(&strategy->view(), &HeatMapView::rastered, &window, [&] {
        window.repaint();
        std::printf("%.3f\n", static_cast<double>(clock.elapsed()) / 1000);
        std::fflush(stdout);
        QApplication::exit(0);
      });
    }
    return 0;
  });
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  return noiseloom::start(argc, argv);
}
