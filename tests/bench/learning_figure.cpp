#include "tests/bench/learning_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace noiseloom {
namespace {

constexpr double kSide = 300, kLeft = 62, kTop = 34, kGap = 30, kBottom = 78;
constexpr double kFloor = 1e-4;  // of y
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

// From where to where an axis goes.
struct Range {
  double least = 1, most = 1;

  void hold(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double placed(double value) const {
    return std::log(std::clamp(value, least, most) / least) / std::log(most / least) * kSide;
  }
  // 1, 2 and 5 in every decade, or 1 alone where that is many.
  std::vector<double> ticks() const {
    std::vector<double> found;
    const bool many = most / least > 100;
    for (double decade = std::pow(10, std::floor(std::log10(least))); decade <= most; decade *= 10) {
      for (const double digit : {1.0, 2.0, 5.0}) {
        const double tick = digit * decade;
        if ((digit == 1 || !many) && tick >= least && tick <= most) found.push_back(tick);
      }
    }
    return found;
  }
};

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
  Range across, up;
  for (const LearningPanel& panel : panels) {
    for (const LearningPoint& point : panel.points) {
      across.hold(point.x);
      up.hold(std::max(point.y, kFloor));
    }
  }
  for (Range* range : {&across, &up}) {
    range->least /= 1.1;
    range->most *= 1.1;
  }
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const double left = kLeft + static_cast<double>(p) * (kSide + kGap);
    for (const double tick : across.ticks()) {
      const double x = left + across.placed(tick);
      svg += line(x, kTop, x, bottom, "stroke=\"#ddd\"") + text(x, bottom + 16, shortNumber(tick), "middle");
    }
    for (const double tick : up.ticks()) {
      const double y = bottom - up.placed(tick);
      svg += line(left, y, left + kSide, y, "stroke=\"#ddd\"");
      if (p == 0) svg += text(left - 6, y + 4, shortNumber(tick), "end");
    }
    // The square within both ranges.
    const double from = std::max(across.least, std::sqrt(up.least)), to = std::min(across.most, std::sqrt(up.most));
    svg += line(left + across.placed(from), bottom - up.placed(from * from), left + across.placed(to),
                bottom - up.placed(to * to), "stroke=\"#888\" stroke-dasharray=\"4 3\" fill=\"none\"");
    for (std::size_t s = 0; s < series.size(); ++s) {
      std::string dots;
      for (const LearningPoint& point : panels[p].points) {
        if (point.series != s) continue;
        dots += "M" + number(left + across.placed(point.x)) + " " + number(bottom - up.placed(point.y)) + "h.1";
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
