#include "tests/bench/learning_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace noiseloom {
namespace {

constexpr double kSide = 300, kLeft = 62, kTop = 34, kGap = 30, kBottom = 78;
constexpr double kLeastX = 0.15, kMostX = 1.5, kLeastY = 0.01, kMostY = 5;
// Of Okabe and Ito: told apart by all.
constexpr std::array kColors{"#0072B2", "#009E73", "#E69F00", "#D55E00", "#CC79A7", "#56B4E9"};

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string shortNumber(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

double placed(double value, double least, double most) {
  return std::log(std::clamp(value, least, most) / least) / std::log(most / least) * kSide;
}

std::string text(double x, double y, const std::string& words, const char* anchor, const std::string& more = {}) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\"" + more + ">" + words +
         "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* look) {
  return "<path d=\"M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " + number(y2) + "\" " + look + "/>\n";
}

}  // namespace

std::string learningFigure(const std::vector<LearningPanel>& panels, const std::string& ordinate,
                           const std::vector<std::string>& series) {
  const double width = kLeft + static_cast<double>(panels.size()) * (kSide + kGap);
  const double height = kTop + kSide + kBottom;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + number(height) +
                    "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n<rect width=\"" + number(width) +
                    "\" height=\"" + number(height) + "\" fill=\"#fff\"/>\n";
  const double bottom = kTop + kSide;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const double left = kLeft + static_cast<double>(p) * (kSide + kGap);
    for (const double tick : {0.2, 0.5, 1.0}) {
      const double x = left + placed(tick, kLeastX, kMostX);
      svg += line(x, kTop, x, bottom, "stroke=\"#ddd\"") + text(x, bottom + 16, shortNumber(tick), "middle");
    }
    for (const double tick : {0.01, 0.1, 1.0}) {
      const double y = bottom - placed(tick, kLeastY, kMostY);
      svg += line(left, y, left + kSide, y, "stroke=\"#ddd\"");
      if (p == 0) svg += text(left - 6, y + 4, shortNumber(tick), "end");
    }
    svg += line(left + placed(kLeastX, kLeastX, kMostX), bottom - placed(kLeastX * kLeastX, kLeastY, kMostY),
                left + kSide, bottom - placed(kMostX * kMostX, kLeastY, kMostY),
                "stroke=\"#888\" stroke-dasharray=\"4 3\" fill=\"none\"");
    for (std::size_t s = 0; s < series.size(); ++s) {
      std::string dots;
      for (const LearningPoint& point : panels[p].points) {
        if (point.series != s) continue;
        dots += "M" + number(left + placed(point.x, kLeastX, kMostX)) + " " +
                number(bottom - placed(point.y, kLeastY, kMostY)) + "h.1";
      }
      svg += "<path d=\"" + dots + "\" stroke=\"" + kColors.at(s % kColors.size()) +
             "\" stroke-width=\"3.6\" stroke-linecap=\"round\" stroke-opacity=\"0.6\" fill=\"none\"/>\n";
    }
    svg += "<rect x=\"" + number(left) + "\" y=\"" + number(kTop) + "\" width=\"" + number(kSide) + "\" height=\"" +
           number(kSide) + "\" fill=\"none\" stroke=\"#888\"/>\n";
    svg += text(left + kSide / 2, bottom + 36, panels[p].abscissa, "middle");
  }
  const double middle = kTop + kSide / 2;
  svg += text(16, middle, ordinate, "middle", " transform=\"rotate(-90 16 " + number(middle) + ")\"");
  double x = kLeft;
  for (std::size_t s = 0; s < series.size(); ++s) {
    svg += "<circle cx=\"" + number(x + 5) + "\" cy=\"" + number(height - 18) + "\" r=\"4\" fill=\"" +
           kColors.at(s % kColors.size()) + "\"/>\n" + text(x + 14, height - 14, series[s], "start");
    x += 130;
  }
  return svg + "</svg>\n";
}

}  // namespace noiseloom
